/** The key or source of a pairing, and the settings that make a phone use it (PAIR-1). */
import { calls } from '@textprobe/contract/calls';
import type { PhoneSettings } from '@textprobe/contract/pairings';
import type { Transaction } from '@textprobe/database/core/connection';
import { insertHandsetKey } from '@textprobe/database/handsets/handset-keys';
import {
  insertHandsetSource,
  sealedAs,
  setHandsetSourcePhones,
} from '@textprobe/database/handsets/handset-sources';
import { type OpenedPairing, type PairingRow, setSource } from '@textprobe/database/pairings/pairings';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { ServerDeps } from '../../deps.ts';
import { newSecret, newSourceId } from '../../handsets/new-source.ts';

interface ReporterDeps {
  readonly sealer: Sealer;
  readonly createHandsetKey: ServerDeps['createHandsetKey'];
}

/** The label of keys; a source gets the phone's name. */
const LABEL = 'Paired';

/**
 * Creates the key or source of a pairing. For Twilio, that happened when the pairing began, with the account's token.
 * @param now epoch milliseconds
 * @returns a null `secret` for Twilio
 */
export async function createReporter(
  tx: Transaction,
  { sealer, createHandsetKey }: ReporterDeps,
  pairing: OpenedPairing,
  now: number,
): Promise<{ readonly sourceId: string | null; readonly secret: string | null }> {
  const { id, phoneId, phoneName, kind, madeById } = pairing;
  if (kind === 'own-app') {
    const { key, hash } = createHandsetKey();
    const made = { phoneId, keyHash: hash, label: LABEL, pairingId: id, madeBy: madeById, createdAt: now };
    if ((await insertHandsetKey(tx, made)) === null) throw new Error('the phone of a pairing exists');
    return { sourceId: null, secret: key };
  }
  if (kind === 'receipt') throw new Error('a pairing by receipts has no settings');
  if (pairing.sourceId !== null) return { sourceId: pairing.sourceId, secret: null };
  const secret = newSecret();
  const source = { pairingId: id, kind, name: phoneName, phoneId, secret, madeBy: madeById };
  return { sourceId: await createSource(tx, sealer, source, now), secret };
}

/** Creates a source for this one phone. @param source.id default: a new one @returns its id */
export async function createSource(
  tx: Transaction,
  sealer: Sealer,
  source: {
    readonly id?: string;
    readonly pairingId: number;
    readonly kind: 'sms-gateway' | 'httpsms' | 'twilio';
    readonly name: string;
    readonly phoneId: number;
    readonly secret: string;
    readonly madeBy: number | null;
  },
  now: number,
): Promise<string> {
  const { id = newSourceId(), pairingId, kind, name, phoneId, secret, madeBy } = source;
  const sealed = sealer.seal(secret, sealedAs(id));
  await insertHandsetSource(tx, { id, kind, name, secret: sealed, createdBy: madeBy }, now);
  await setHandsetSourcePhones(tx, id, [{ phoneId, deviceId: null, simSlot: null }], now);
  await setSource(tx, pairingId, id);
  return id;
}

/** The settings to enter on the phone, in its app or at its provider. @param origin without a trailing slash */
export function settingsOf(
  { kind, phoneName }: Pick<PairingRow, 'kind' | 'phoneName'>,
  { sourceId, secret }: { readonly sourceId: string | null; readonly secret: string | null },
  origin: string,
): PhoneSettings {
  const isOwnApp = kind === 'own-app';
  return {
    kind,
    phoneName,
    url: reportUrl(origin, kind, sourceId),
    mmsUrl: isOwnApp ? origin + calls.messageReceivedMms.path : null,
    pingUrl: isOwnApp ? origin + calls.handsetPing.path : null,
    secret,
  };
}

export function reportUrl(origin: string, kind: PairingRow['kind'], sourceId: string | null): string {
  return origin + (sourceId === null ? calls.messageReceivedSms.path : `/api/inboxes/${kind}/${sourceId}`);
}
