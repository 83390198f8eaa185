/**
 * Checks an MMS before it is sent: compares the chosen files with the size limits of carriers and providers. It warns
 * and never blocks; finding out what really happens is the purpose of the test.
 */

/** The kind of a sender's number: carriers accept less from some. */
export type SenderKind = 'long code' | 'toll-free number' | 'short code';

/** A file or link of the message; `size` in bytes, null for a link that has not been fetched yet. */
export interface PreflightFile {
  readonly name: string;
  readonly size: number | null;
}

/** Possible problems. Sizes are bytes. */
export type PreflightNotice =
  | {
      readonly kind: 'carrier';
      readonly carrier: string;
      readonly sender: SenderKind;
      readonly limit: number;
      /** Total of the known sizes. */
      readonly total: number;
      /** Files that exceed the limit on their own; empty if only their total does. */
      readonly tooLarge: readonly PreflightFile[];
    }
  | { readonly kind: 'provider'; readonly limit: number; readonly total: number }
  | { readonly kind: 'unknown size'; readonly files: readonly PreflightFile[] };

/** As on screens, where a MB is 1,048,576 bytes (CREATE-7). */
const MB = 1_048_576;
const KB = 1_024;

/**
 * All files of a message together with its text, for any provider:
 * https://www.twilio.com/docs/messaging/api/message-resource, MediaUrl.
 */
const PROVIDER_SIZE_LIMIT = 5 * MB;

/** What nearly every carrier accepts; used for carriers not listed below. */
const USUAL_LIMIT = 600 * KB;

/**
 * All files of a message together: Twilio, "Supported File Types and Size Limits for MMS Media Messages"
 * (https://help.twilio.com/articles/360018832773), as of 2024. Names in lower case, letters and digits only.
 */
const CARRIER_LIMITS: Readonly<Record<string, Readonly<Record<SenderKind, number>>>> = {
  att: { 'long code': MB, 'toll-free number': USUAL_LIMIT, 'short code': USUAL_LIMIT },
  tmobile: { 'long code': 1.5 * MB, 'toll-free number': USUAL_LIMIT, 'short code': MB },
  verizon: { 'long code': MB, 'toll-free number': USUAL_LIMIT, 'short code': 1.2 * MB },
};

/** The toll-free area codes of the North American Numbering Plan. */
const TOLL_FREE = /^\+?1?8(?:00|33|44|55|66|77|88)\d{7}$/;
const SHORT_CODE = /^\d{3,6}$/;

/** The kind of `number`; punctuation is ignored. */
export function senderKind(number: string): SenderKind {
  const digits = number.replace(/[^\d+]/g, '');
  if (SHORT_CODE.test(digits)) return 'short code';
  return TOLL_FREE.test(digits) ? 'toll-free number' : 'long code';
}

/** How many bytes `carrier` accepts in one MMS from such a number. */
export function carrierSizeLimit(carrier: string, sender: SenderKind): number {
  return CARRIER_LIMITS[carrier.toLowerCase().replace(/[^a-z0-9]/g, '')]?.[sender] ?? USUAL_LIMIT;
}

/**
 * Possible problems with `files` on the way to `carriers`, one notice per carrier, in order.
 * @param carriers of the chosen phones, duplicates allowed; an empty name is an unknown carrier
 * @param senders the chosen offices' numbers; if there are none yet, long codes are assumed
 */
export function preflightMms(
  files: readonly PreflightFile[],
  carriers: readonly string[],
  senders: readonly string[],
): PreflightNotice[] {
  const notices: PreflightNotice[] = [];
  const total = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (total > PROVIDER_SIZE_LIMIT) notices.push({ kind: 'provider', limit: PROVIDER_SIZE_LIMIT, total });
  const kinds = [...new Set(senders.length === 0 ? ['long code' as const] : senders.map(senderKind))];
  for (const carrier of new Set(carriers)) {
    const [tightest] = kinds
      .map((sender) => ({ sender, limit: carrierSizeLimit(carrier, sender) }))
      .sort((a, b) => a.limit - b.limit);
    if (tightest === undefined || total <= tightest.limit) continue;
    const tooLarge = files.filter(({ size }) => (size ?? 0) > tightest.limit);
    notices.push({ kind: 'carrier', carrier, ...tightest, total, tooLarge });
  }
  const unknown = files.filter(({ size }) => size === null);
  if (unknown.length > 0) notices.push({ kind: 'unknown size', files: unknown });
  return notices;
}
