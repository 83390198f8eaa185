/**
 * Reads the body of a handset's ping. The ping itself is what counts: health data that cannot be read counts as not
 * reported.
 */
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

/** Reads parsed JSON; unknown keys are ignored, because handset apps add their own. */
export function readHandsetPing(body: unknown): HandsetPingCheck {
  const given = objectIn(body);
  if (given === null)
    return {
      ok: false,
      faults: [{ field: 'body', code: 'type', message: 'Send a JSON object or an empty body.' }],
    };
  const { battery, charging, network } = given;
  return {
    ok: true,
    health: { battery: shareIn(battery), charging: switchIn(charging), network: networkIn(network) },
  };
}

/** A share from 0 to 1, or a percentage above 1, as a number or a text. Android reports -1 if it does not know the level. */
function shareIn(value: unknown): number | null {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d*)?)\s*(%?)$/.exec(plainText(value)) ?? [];
  const number = digits === undefined ? Number.NaN : Number(digits);
  const share = percent === '%' || number > 1 ? number / 100 : number;
  return share <= 1 ? share : null;
}

function switchIn(value: unknown): boolean | null {
  const text = plainText(value).toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

function networkIn(value: unknown): string | null {
  const isName =
    typeof value === 'string' &&
    value.length <= LONGEST_NETWORK &&
    value.isWellFormed() &&
    !value.includes('\u0000');
  return isName ? value : null;
}

/** Empty for what is neither a text, a number nor a boolean. */
function plainText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}
