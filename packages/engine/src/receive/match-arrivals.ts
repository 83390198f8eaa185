/** What handsets report is matched by the code in the text and compared with what was sent; `record-arrivals.ts` keeps it. */
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import { type CodeMatch, findMessagesByCode } from '@textprobe/database/messages/messages-by-code';
import type { NewReception } from '@textprobe/database/receptions/receptions';
import { compareArrival } from '@textprobe/domain/comparison';
import type { Comparison, SenderComparison } from '@textprobe/domain/comparison-classes';
import { appendMessageCode, findMessageCodes, monthOfCode } from '@textprobe/domain/message-code';
import { compareSender } from '@textprobe/domain/sender-comparison';
import { storableTextOrNull } from '@textprobe/domain/storable-text';
import { monthIndexOf } from '@textprobe/domain/utc-month';
import type { Arrival } from '@textprobe/gateways/inbox-port';

/** An arrival and when it came in, by our clock (epoch milliseconds). */
export interface TimedArrival {
  readonly arrival: Arrival;
  readonly at: number;
}

/** A report beside the message that it is about, if any. */
export interface Received extends TimedArrival {
  readonly match: CodeMatch | null;
  readonly found: ReturnType<typeof compareWithSent> | null;
  readonly reception: NewReception;
}

/** Looks for the messages of arrivals, without a lock, and compares what arrived with what was sent. Nothing is written. */
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
    arrivals.map(({ arrival }, index) => ({ codes: codes[index] ?? [], phoneId: arrival.phoneId })),
    now,
  );
  return arrivals.map((one, index): Received => {
    const { arrival } = one;
    const match = matches.get(index) ?? null;
    const at = match === null ? one.at : arrivedAt(match, one.at, now);
    const found = match && compareWithSent(match, arrival);
    const reception: NewReception = {
      at,
      inbox: arrival.inbox,
      phoneId: arrival.phoneId,
      accountId: arrival.accountId ?? null,
      code: match?.code ?? codes[index]?.[0] ?? null,
      // Where nothing reads as a code, whatever was posted is all there is to keep.
      text: storableTextOrNull(arrival.text ?? (codes[index]?.length === 0 ? arrival.messageCode : null)),
      sender: storableTextOrNull(arrival.sender),
      media: arrival.media ?? [],
      statedAt: arrival.stated?.at ?? null,
      statedClock: arrival.stated?.clock ?? null,
      message: match,
      comparison: found?.comparison ?? null,
      senderComparison: found?.sender ?? null,
      filesToCompare: match?.messageType === 'MMS' && arrival.filesIncomplete !== true,
    };
    return { arrival, at, match, found, reception };
  });
}

/**
 * When a report's message arrived: when the report's request began, but not before the message was submitted. The code is only
 * known from then on, so a request that began earlier tells nothing of the arrival; its body was sent slowly.
 */
function arrivedAt({ row, createdAt }: CodeMatch, began: number, now: number): number {
  const { submitted_at: submittedAt, claimed_at: claimedAt } = row;
  if (began >= (submittedAt ?? claimedAt ?? createdAt)) return began;
  return submittedAt ?? Math.max(now, claimedAt ?? createdAt);
}

/** The codes that a report may mean, likeliest first. */
export function codesIn(messageCode: string, text: string | null): string[] {
  return [...new Set([...findMessageCodes(messageCode), ...findMessageCodes(text ?? '')])];
}

/** The message that each report means, by its index in the list. `phoneId` narrows to that phone's messages. */
export async function matchCodes(
  db: Database,
  messageCodes: MessageCodes,
  reports: readonly { codes: readonly string[]; phoneId: number | null }[],
  now: number,
): Promise<Map<number, CodeMatch>> {
  const thisMonth = monthIndexOf(now);
  const candidates = reports.flatMap(({ codes, phoneId }, arrival) =>
    codes.map((code, preference) => ({
      arrival,
      preference,
      code,
      monthIndex: monthOfCode(code, thisMonth),
      phoneId,
    })),
  );
  const matches = await findMessagesByCode(db, messageCodes, candidates);
  return new Map(matches.map((match) => [match.arrival, match]));
}

/** What arrived beside what was sent, text and sender. */
export function compareWithSent(
  { body, code, sender }: CodeMatch,
  arrived: { readonly text: string | null; readonly sender: string | null },
): { comparison: Comparison; sender: SenderComparison | null } {
  // As it would be stored on the other side too, or the character we cannot keep would read as altered.
  const text = storableTextOrNull(arrived.text);
  return {
    comparison: compareArrival(appendMessageCode(body, code), text, code),
    sender: compareSender(sender, arrived.sender),
  };
}
