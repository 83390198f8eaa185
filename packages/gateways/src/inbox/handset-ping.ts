/** What a handset pings with: how it is, all of it optional. Read field by field: every fault is told, each with its field. */
import type { HandsetSign } from '../inbox-port.ts';
import type { FieldFault } from './message-received.ts';
import { objectIn } from './reported-json.ts';

/** How a handset says it is; null where it does not say. */
export type HandsetHealth = Pick<HandsetSign, 'battery' | 'charging' | 'network'>;

export type HandsetPingCheck =
  | { readonly ok: true; readonly health: HandsetHealth }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** UTF-16 code units. */
const LONGEST_NETWORK = 64;

const FIELDS: readonly (FieldFault & { readonly isSound: (value: unknown) => boolean })[] = [
  {
    field: 'battery',
    code: 'range',
    message: 'Give battery as a number from 0 (empty) to 1 (full).',
    isSound: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  {
    field: 'charging',
    code: 'type',
    message: 'Give charging as true or false.',
    isSound: (value) => typeof value === 'boolean',
  },
  {
    field: 'network',
    code: 'type',
    message: `Give network as a text of at most ${LONGEST_NETWORK} characters, such as wifi.`,
    isSound: (value) =>
      typeof value === 'string' &&
      value.length <= LONGEST_NETWORK &&
      value.isWellFormed() &&
      !value.includes('\u0000'),
  },
];

/** Reads parsed JSON. Null counts as left out; keys that are not known are ignored, since handset apps add their own. */
export function readHandsetPing(body: unknown): HandsetPingCheck {
  const given = objectIn(body);
  if (given === null)
    return {
      ok: false,
      faults: [{ field: 'body', code: 'type', message: 'Send a JSON object, or nothing at all.' }],
    };
  const { battery = null, charging = null, network = null } = given;
  const faults = FIELDS.filter(
    ({ field, isSound }) => (given[field] ?? null) !== null && !isSound(given[field]),
  );
  if (faults.length > 0)
    return { ok: false, faults: faults.map(({ field, code, message }) => ({ field, code, message })) };
  return { ok: true, health: { battery, charging, network } as HandsetHealth };
}
