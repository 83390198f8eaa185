/**
 * Matches handset reports by the code in the text and compares them with what was sent; `record-arrivals.ts` stores
 * them.
 */
import type { Database } from '@textprobe/database/core/connection';
import { reporterOf } from '@textprobe/database/handsets/reporter-names';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import {
  type CodeCandidate,
  type CodeMatch,
  findMessagesByCode,
} from '@textprobe/database/messages/messages-by-code';
import type { NewReception } from '@textprobe/database/receptions/receptions';
import { compareArrival } from '@textprobe/domain/comparison';
import type { Comparison, SenderComparison } from '@textprobe/domain/comparison-classes';
import type { FileFinding } from '@textprobe/domain/file-classes';
import { appendMessageCode, findMessageCodes, monthOfCode } from '@textprobe/domain/message-code';
import { compareSender } from '@textprobe/domain/sender-comparison';
import { storableTextOrNull } from '@textprobe/domain/storable-text';
import { monthIndexOf } from '@textprobe/domain/utc-month';
import type { Arrival } from '@textprobe/gateways/inbox-port';

/** An arrival and when it reached us, epoch milliseconds. */
export interface TimedArrival {
  readonly arrival: Arrival;
  readonly at: number;
}

/** A report with its message, if any. */
export interface Received extends TimedArrival {
  readonly match: CodeMatch | null;
  readonly found: (ReturnType<typeof compareWithSent> & { readonly files: FileFinding | null }) | null;
  readonly reception: NewReception;
}

/** Finds the messages of arrivals without locking them, and compares the text with what was sent. Writes nothing. */
export async function readArrivals(
  db: Database,
  messageCodes: MessageCodes,
  arrivals: readonly TimedArrival[],
  now: number,
): Promise<Received[]> {
  const codes = arrivals.map(({ arrival }) => codesIn(arrival.messageCode, arrival.text));
  const matches = await matchCodes(
    db,
    messageCodes,
    arrivals.map(({ arrival: { phoneId, partnerIds = null } }, index) => ({
      codes: codes[index] ?? [],
      phoneId,
      partnerIds,
    })),
    now,
  );
  return arrivals.map((one, index): Received => {
    const { arrival } = one;
    const match = matches.get(index) ?? null;
    const at = match === null ? one.at : arrivedAt(match, one.at, now);
    const isMms = match?.messageType === 'MMS';
    // Files that were not reported, or could not be fetched, look like missing ones. For an unmatched report, this is
    // stored until it is matched.
    const isComplete = arrival.media !== undefined && arrival.filesIncomplete !== true;
    const files = (isMms || match === null) && !isComplete ? ('not told' as const) : null;
    const found = match && { ...compareWithSent(match, arrival), files };
    const reception: NewReception = {
      at,
      inbox: arrival.inbox,
      phoneId: arrival.phoneId,
      accountId: arrival.accountId ?? null,
      reporter: reporterOf(arrival),
      code: match?.code ?? codes[index]?.[0] ?? null,
      // If nothing reads as a code, keep whatever was posted.
      text: storableTextOrNull(arrival.text ?? (codes[index]?.length === 0 ? arrival.messageCode : null)),
      sender: storableTextOrNull(arrival.sender),
      media: arrival.media ?? [],
      statedAt: arrival.stated?.at ?? null,
      statedClock: arrival.stated?.clock ?? null,
      message: match,
      comparison: found?.comparison ?? null,
      senderComparison: found?.sender ?? null,
      fileFinding: files,
      filesToCompare: isMms && files === null,
      ignored: arrival.ignored ?? [],
    };
    return { arrival, at, match, found, reception };
  });
}

/**
 * When the message arrived: when the request with its report began, but not before the message was submitted. The code
 * is unknown until then, so an earlier start only means that the body was sent slowly.
 */
function arrivedAt({ row, createdAt }: CodeMatch, began: number, now: number): number {
  const { submitted_at: submittedAt, claimed_at: claimedAt } = row;
  if (began >= (submittedAt ?? claimedAt ?? createdAt)) return began;
  return submittedAt ?? Math.max(now, claimedAt ?? createdAt);
}

/** The codes that a report may contain, likeliest first. */
export function codesIn(messageCode: string, text: string | null): string[] {
  return [...new Set([...findMessageCodes(messageCode), ...findMessageCodes(text ?? '')])];
}

/** The matching message by index of the report, among those of its phone and partners; null: of any. */
export async function matchCodes(
  db: Database,
  messageCodes: MessageCodes,
  reports: readonly (Pick<CodeCandidate, 'phoneId' | 'partnerIds'> & { codes: readonly string[] })[],
  now: number,
): Promise<Map<number, CodeMatch>> {
  const thisMonth = monthIndexOf(now);
  const candidates = reports.flatMap(({ codes, phoneId, partnerIds }, arrival) =>
    codes.map((code, preference) => ({
      arrival,
      preference,
      code,
      monthIndex: monthOfCode(code, thisMonth),
      phoneId,
      partnerIds,
    })),
  );
  const matches = await findMessagesByCode(db, messageCodes, candidates);
  return new Map(matches.map((match) => [match.arrival, match]));
}

/** Compares text and sender with what was sent. */
export function compareWithSent(
  { body, code, sender }: CodeMatch,
  arrived: { readonly text: string | null; readonly sender: string | null },
): { comparison: Comparison; sender: SenderComparison | null } {
  // Compare the text as it is stored, or a character that cannot be stored would read as altered.
  const text = storableTextOrNull(arrived.text);
  return {
    comparison: compareArrival(appendMessageCode(body, code), text, code),
    sender: compareSender(sender, arrived.sender),
  };
}
