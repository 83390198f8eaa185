/** What a handset pings with: how it is, all of it optional. Read field by field: every fault is told, each with its field. */
import type { HandsetSign } from '../inbox-port.ts';
import type { FieldFault } from './message-received.ts';

/** How a handset says it is; null where it does not say. */
export type HandsetHealth = Pick<HandsetSign, 'battery' | 'charging' | 'network'>;

export type HandsetPingCheck =
  | { readonly ok: true; readonly health: HandsetHealth }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** UTF-16 code units. */
const LONGEST_NETWORK = 64;

/** Reads parsed JSON. Null counts as left out; keys that are not known are ignored, since handset apps add their own. */
export function readHandsetPing(body: unknown): HandsetPingCheck {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, faults: [fault('body', 'type', 'Send a JSON object, or nothing at all.')] };
  const given: Record<string, unknown> = { ...body };
  const faults: FieldFault[] = [];
  const battery = given.battery ?? null;
  const charging = given.charging ?? null;
  const network = given.network ?? null;
  if (battery !== null && !isShare(battery))
    faults.push(fault('battery', 'range', 'Give battery as a number from 0 (empty) to 1 (full).'));
  if (charging !== null && typeof charging !== 'boolean')
    faults.push(fault('charging', 'type', 'Give charging as true or false.'));
  if (network !== null && !isShortText(network))
    faults.push(
      fault(
        'network',
        'type',
        `Give network as a text of at most ${LONGEST_NETWORK} characters, such as wifi.`,
      ),
    );
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    health: {
      battery: battery as number | null,
      charging: charging as boolean | null,
      network: network as string | null,
    },
  };
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isShortText(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST_NETWORK &&
    value.isWellFormed() &&
    !value.includes('\u0000')
  );
}

function fault(field: string, code: string, message: string): FieldFault {
  return { field, code, message };
}
