/** The calls about one test phone: its history, its keys, and the sources that report for it (DIR-5). */
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import type { PhoneHistory } from '@textprobe/contract/phone-history';
import { type CallOptions, requestJson } from './http.ts';

/** The most that one page may have. */
const MOST_KEYS = 500;

export function getPhoneHistory(id: number, options: CallOptions): Promise<PhoneHistory> {
  return requestJson<PhoneHistory>(`/api/directory/phones/${id}/history`, options);
}

/** What reports for a phone. For administrators and auditors. */
export interface PhoneConnection {
  /** Revoked ones too, the newest first. */
  readonly keys: readonly HandsetKey[];
  /** The sources that report for it. */
  readonly sources: readonly HandsetSource[];
}

export async function getPhoneConnection(id: number, options: CallOptions): Promise<PhoneConnection> {
  const query = { phoneId: id, pageSize: MOST_KEYS };
  const [keys, sources] = await Promise.all([
    requestJson<HandsetKey[]>('/api/handset-keys', { ...options, query }),
    requestJson<HandsetSource[]>('/api/handset-sources', options),
  ]);
  return { keys, sources: sources.filter(({ phones }) => phones.some(({ phoneId }) => phoneId === id)) };
}
