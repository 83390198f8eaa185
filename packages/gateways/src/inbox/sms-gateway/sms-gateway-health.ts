/** Reads the health data in pings of SMS Gateway for Android (https://docs.sms-gate.app/features/health/, "Device Health"). */
import type { HandsetPing } from '../handset-report.ts';
import { type JsonObject, objectIn } from '../reported-json.ts';

/** The values of `connection:transport`: bit flags, of which only one is ever set. */
const TRANSPORTS: Readonly<Record<number, string>> = { 0: 'none', 2: 'cellular', 4: 'wifi', 8: 'ethernet' };
/** The values of `connection:cellular`, which is present if the transport is cellular. */
const CELLULAR: Readonly<Record<number, string>> = { 2: '2G', 3: '3G', 4: '4G', 5: '5G' };

export function readHealth(payload: JsonObject): Pick<HandsetPing, 'battery' | 'charging' | 'network'> {
  const checks = objectIn(objectIn(payload.health)?.checks) ?? {};
  const observed = (name: string): number | null => {
    const value = objectIn(checks[name])?.observedValue;
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const level = observed('battery:level');
  const charging = observed('battery:charging');
  const transport = TRANSPORTS[observed('connection:transport') ?? -1] ?? null;
  const cellular = CELLULAR[observed('connection:cellular') ?? -1] ?? null;
  return {
    // In percent; Android reports a negative level if it is unknown.
    battery: level === null || level < 0 || level > 100 ? null : level / 100,
    charging: charging === null ? null : charging > 0,
    network: transport === 'cellular' ? (cellular ?? transport) : transport,
  };
}
