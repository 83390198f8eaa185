/** Apps and provider accounts that report for test phones, and which of their phones a report is about. */
import { toE164 } from '@textprobe/domain/phone-number';
import type { HandsetReport } from '../inbox-port.ts';
import type { HandsetPing } from './handset-report.ts';

export type HandsetSourceKind = 'sms-gateway' | 'httpsms' | 'twilio';

/** A test phone of a source, and by what it is known there. */
export interface SourcePhone {
  readonly phoneId: number;
  /** E.164. */
  readonly phoneNumber: string;
  /** As the app names the handset; null: any. */
  readonly deviceId: string | null;
  /** From 1 on; null: any. */
  readonly simSlot: number | null;
}

export interface HandsetSource {
  readonly id: string;
  /** For the log. */
  readonly name: string;
  /** What its reports are signed with. */
  readonly secret: string;
  readonly phones: readonly SourcePhone[];
}

/**
 * The phone that a report is about, null where none of the source's fits. A provider says to which number a message went,
 * and nothing else counts. An app says which handset and which card got it: the closest of these is taken, before the
 * number, which a card often does not know, or knows a former one of.
 */
export function phoneOfReport(
  kind: HandsetSourceKind,
  phones: readonly SourcePhone[],
  { deviceId, simSlot, recipient }: Pick<HandsetReport, 'deviceId' | 'simSlot' | 'recipient'>,
): number | null {
  const byNumber = phoneOfNumber(phones, recipient);
  if (kind !== 'sms-gateway') return byNumber;
  const fits = (wanted: { device: boolean; sim: boolean }) =>
    phones.find(
      (phone) =>
        phone.deviceId === (wanted.device ? deviceId : null) &&
        phone.simSlot === (wanted.sim ? simSlot : null),
    )?.phoneId;
  return (
    (deviceId === null
      ? undefined
      : ((simSlot === null ? undefined : fits({ device: true, sim: true })) ??
        fits({ device: true, sim: false }))) ??
    byNumber ??
    (simSlot === null ? undefined : fits({ device: false, sim: true })) ??
    fits({ device: false, sim: false }) ??
    null
  );
}

/** The phones that a ping is about: those of its number, or all cards of its handset. */
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
