/** The calls that pair a phone, and the one that the phone's browser makes with the code of the link (PAIR-1 to 3). */
import type {
  CreatePairingBody,
  NewPairing,
  Pairing,
  PhoneSettings,
  SetUpPhoneBody,
} from '@textprobe/contract/pairings';
import { type CallOptions, requestJson } from './http.ts';

const PAIRINGS = '/api/pairings';

/** The pairings of a phone, newest first. */
export function getPairings(phoneId: number, options: CallOptions): Promise<Pairing[]> {
  return requestJson<Pairing[]>(PAIRINGS, { ...options, query: { phoneId } });
}

export function getPairing(id: number, options: CallOptions): Promise<Pairing> {
  return requestJson<Pairing>(`${PAIRINGS}/${id}`, options);
}

export function createPairing(body: CreatePairingBody): Promise<NewPairing> {
  return requestJson<NewPairing>(PAIRINGS, { method: 'POST', body });
}

export function endPairing(id: number): Promise<Pairing> {
  return requestJson<Pairing>(`${PAIRINGS}/${id}`, { method: 'DELETE' });
}

export function sendPairingText(id: number, officeId: number, idempotencyKey: string): Promise<Pairing> {
  const path = `${PAIRINGS}/${id}/text`;
  return requestJson<Pairing>(path, { method: 'POST', body: { officeId }, idempotencyKey });
}

/** What was set in the app, in words, and the pairing after it. */
export function setUpPhone(
  id: number,
  body: SetUpPhoneBody,
): Promise<{ readonly pairing: Pairing; readonly set: readonly string[] }> {
  return requestJson(`${PAIRINGS}/${id}/set-up`, { method: 'POST', body });
}

/** Works once. @param code the part of the link after `#` */
export function openPairing(code: string): Promise<PhoneSettings> {
  return requestJson<PhoneSettings>('/api/pair', { method: 'POST', body: { code } });
}
