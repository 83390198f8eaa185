/** Validates the body of a handset's ping (optional health data) and reports every invalid field. */
import type { PhonePing } from '../inbox-port.ts';
import type { FieldFault } from './message-received.ts';
import { objectIn } from './reported-json.ts';

/** A handset's reported health; null if not reported. */
export type HandsetHealth = Pick<PhonePing, 'battery' | 'charging' | 'network'>;

export type HandsetPingCheck =
  | { readonly ok: true; readonly health: HandsetHealth }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** UTF-16 code units. */
const LONGEST_NETWORK = 64;

const FIELDS: readonly (FieldFault & { readonly isValid: (value: unknown) => boolean })[] = [
  {
    field: 'battery',
    code: 'range',
    message: 'battery must be a number from 0 (empty) to 1 (full).',
    isValid: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  {
    field: 'charging',
    code: 'type',
    message: 'charging must be true or false.',
    isValid: (value) => typeof value === 'boolean',
  },
  {
    field: 'network',
    code: 'type',
    message: `network must be a string of at most ${LONGEST_NETWORK} characters, such as wifi.`,
    isValid: (value) =>
      typeof value === 'string' &&
      value.length <= LONGEST_NETWORK &&
      value.isWellFormed() &&
      !value.includes('\u0000'),
  },
];

/** Validates parsed JSON. Null counts as absent; unknown keys are ignored, because handset apps add their own. */
export function readHandsetPing(body: unknown): HandsetPingCheck {
  const given = objectIn(body);
  if (given === null)
    return {
      ok: false,
      faults: [{ field: 'body', code: 'type', message: 'Send a JSON object or an empty body.' }],
    };
  const { battery = null, charging = null, network = null } = given;
  const faults = FIELDS.filter(
    ({ field, isValid }) => (given[field] ?? null) !== null && !isValid(given[field]),
  );
  if (faults.length > 0)
    return { ok: false, faults: faults.map(({ field, code, message }) => ({ field, code, message })) };
  return { ok: true, health: { battery, charging, network } as HandsetHealth };
}
