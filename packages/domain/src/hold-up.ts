/** What keeps a message from being submitted (EVIDENCE-2). */
import { formatDateTime } from './display.ts';
import { formatLosAngeles } from './los-angeles-time.ts';

/** The gateway that a message waits for, as far as it is known. */
export interface AwaitedGateway {
  /** Null if its office has none. */
  readonly name: string | null;
  /** Null if no worker has it open. `since` is in epoch milliseconds. */
  readonly link: {
    readonly link: 'up' | 'down' | 'stopped';
    readonly since: number;
    readonly reason: string | null;
  } | null;
}

/** Continues “Waiting for” and “Waited for”; ends with a period. */
export function describeHoldUp({ name, link }: AwaitedGateway): string {
  if (name === null) return 'a gateway: none is assigned to its office.';
  if (link === null) return `a worker: none is connected to its gateway “${name}”.`;
  const since = formatDateTime(formatLosAngeles(link.since));
  if (link.link === 'up') return `its turn: the link of its gateway “${name}” has been up since ${since}.`;
  return `the link of its gateway “${name}”, down since ${since}. ${link.reason ?? ''}`.trim();
}
