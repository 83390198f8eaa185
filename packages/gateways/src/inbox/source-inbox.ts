/**
 * What the inboxes of apps and providers have in common: each source has an address and a secret of its own. Its proof is
 * checked before anything else, and what it reports is committed before it is answered, and worked on after that: it
 * never waits for us, and nothing it was answered for is lost with a process.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { HandsetReport, HandsetSign, Inbox, InboxRequest, InboxResponse } from '../inbox-port.ts';
import type { Log } from '../log.ts';
import type { HandsetPing } from './handset-report.ts';
import { type HandsetSource, type HandsetSourceKind, phonesOfPing } from './handset-source.ts';

/** What was read of a body, or why it is none of the dialect. */
export type DialectReading =
  | {
      readonly ok: true;
      readonly reports: readonly HandsetReport[];
      readonly pings: readonly HandsetPing[];
    }
  | { readonly ok: false; readonly refusal: InboxResponse };

/** How one kind of source proves itself, and what it writes. */
export interface Dialect {
  readonly kind: HandsetSourceKind;
  readonly bodyLimit?: number;
  /** Whether the request is the source's own, made just now. Takes as long for a wrong proof as for a right one. */
  proves(source: HandsetSource, request: InboxRequest, now: number): boolean | Promise<boolean>;
  /** Never throws, whatever the bytes are. */
  read(request: InboxRequest): DialectReading;
  /** Told once all is committed. */
  readonly answer: InboxResponse;
}

export interface SourceInboxDeps {
  /** Null for a source that does not exist, is of another kind, or was revoked. */
  findSource(kind: HandsetSourceKind, id: string): Promise<HandsetSource | null>;
  /** Resolves once they are committed; those that have come before are left as they are. */
  keep(source: HandsetSource, reports: readonly HandsetReport[], now: number): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The address of a source's inbox; the router's parameter unless an id is given. */
export function sourcePath(kind: HandsetSourceKind, id = ':source'): string {
  return `/api/inboxes/${kind}/${id}`;
}

export function createSourceInbox(dialect: Dialect, deps: SourceInboxDeps): Inbox {
  const { kind } = dialect;
  const { findSource, keep, clock, log } = deps;

  async function sourceOf({ params }: InboxRequest): Promise<HandsetSource | null> {
    const id = params.source ?? '';
    return /^[0-9a-f]{32}$/.test(id) ? findSource(kind, id) : null;
  }

  return {
    name: kind,
    paths: [sourcePath(kind)],
    takesSessions: false,
    ...(dialect.bodyLimit === undefined ? {} : { bodyLimit: dialect.bodyLimit }),
    async admit(request) {
      return (await sourceOf(request)) === null ? unproven : null;
    },
    async receive(request, _deliver, report) {
      const source = await sourceOf(request);
      if (source === null) return unproven;
      const now = clock.now();
      if (!(await dialect.proves(source, request, now))) {
        log.warn(
          { kind, source: source.name },
          'A handset report was refused: its signature is not the source’s.',
        );
        return unproven;
      }
      const reading = dialect.read(request);
      if (!reading.ok) return reading.refusal;
      await keep(source, reading.reports, now);
      const signs = reading.pings.flatMap((ping) => signsOf(kind, source, ping, now));
      if (signs.length > 0) await report(signs);
      return dialect.answer;
    },
  };
}

function signsOf(
  kind: HandsetSourceKind,
  { phones }: HandsetSource,
  ping: HandsetPing,
  at: number,
): HandsetSign[] {
  const { battery, charging, network } = ping;
  return phonesOfPing(kind, phones, ping).map((phoneId) => ({ phoneId, at, battery, charging, network }));
}

/** One answer for all that is wrong with a proof: which it was is nobody's business. */
const unproven: InboxResponse = {
  status: 401,
  problem: {
    code: 'handset-source.invalid',
    detail: 'This address takes reports of its own source only, signed with its secret.',
  },
};
