/** Handset sources: apps and provider accounts that report for test phones. Finds the phone that a report is about. */
import { toE164 } from '@textprobe/domain/phone-number';
import type { HandsetReport } from '../inbox-port.ts';
import type { HandsetPing } from './handset-report.ts';

export type HandsetSourceKind = 'sms-gateway' | 'httpsms' | 'twilio';

/** A test phone of a source, and what identifies it there. */
export interface SourcePhone {
  readonly phoneId: number;
  /** E.164. */
  readonly phoneNumber: string;
  /** The app's id for the handset; null matches any. */
  readonly deviceId: string | null;
  /** From 1; null matches any. */
  readonly simSlot: number | null;
}

export interface HandsetSource {
  readonly id: string;
  /** For the log. */
  readonly name: string;
  /** The secret that signs its reports. */
  readonly secret: string;
  /** The secret before its rotation, while it still works; null otherwise. */
  readonly oldSecret: string | null;
  readonly phones: readonly SourcePhone[];
}

/**
 * The phone that a report is about; null if none of the source's phones matches. For a provider only the number counts.
 * For an app, the best match of handset and SIM slot wins over the number, because a SIM often has no number stored, or an
 * outdated one.
 */
export function phoneOfReport(
  kind: HandsetSourceKind,
  phones: readonly SourcePhone[],
  { deviceId, simSlot, recipient }: Pick<HandsetReport, 'deviceId' | 'simSlot' | 'recipient'>,
): number | null {
  const byNumber = phoneOfNumber(phones, recipient);
  if (kind !== 'sms-gateway') return byNumber;
  const match = (wanted: { device: boolean; sim: boolean }) =>
    phones.find(
      (phone) =>
        phone.deviceId === (wanted.device ? deviceId : null) &&
        phone.simSlot === (wanted.sim ? simSlot : null),
    )?.phoneId;
  return (
    (deviceId === null
      ? undefined
      : ((simSlot === null ? undefined : match({ device: true, sim: true })) ??
        match({ device: true, sim: false }))) ??
    byNumber ??
    (simSlot === null ? undefined : match({ device: false, sim: true })) ??
    match({ device: false, sim: false }) ??
    null
  );
}

/** The phones that a ping is about: the one with its number, or all SIMs of its handset. */
export function phonesOfPing(
  kind: HandsetSourceKind,
  phones: readonly SourcePhone[],
  { deviceId, number }: Pick<HandsetPing, 'deviceId' | 'number'>,
): number[] {
  if (kind !== 'sms-gateway') {
    const phone = phoneOfNumber(phones, number);
    return phone === null ? [] : [phone];
  }
  const own = phones.filter((phone) => phone.deviceId !== null && phone.deviceId === deviceId);
  const found = own.length > 0 ? own : phones.filter((phone) => phone.deviceId === null);
  return [...new Set(found.map(({ phoneId }) => phoneId))];
}

function phoneOfNumber(phones: readonly SourcePhone[], number: string | null): number | null {
  const wanted = number === null ? null : toE164(number);
  if (wanted === null) return null;
  return phones.find(({ phoneNumber }) => toE164(phoneNumber) === wanted)?.phoneId ?? null;
}
