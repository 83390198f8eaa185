/**
 * Receptions: what handsets report is matched by the code in the text, compared with what was sent, kept and folded into
 * the message. What finds no message is kept as well and looked at again later (`parked.ts`).
 */
import type { Transaction } from '@textprobe/database/connection';
import { type CodeMatch, findMessagesByCode } from '@textprobe/database/messages/message-codes';
import type { MessageCodes } from '@textprobe/database/messages/permuted-codes';
import type { DirectReception } from '@textprobe/database/receptions/direct-receptions';
import { insertReceptions, type NewReception } from '@textprobe/database/receptions/receptions';
import { compareArrival } from '@textprobe/domain/comparison';
import { appendMessageCode, findMessageCodes, monthOfCode } from '@textprobe/domain/message-code';
import type { Comparison, SenderComparison } from '@textprobe/domain/comparison-classes';
import { compareSender } from '@textprobe/domain/sender-comparison';
import type { Arrival, ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { applyFacts, applyFactsToRead, type Changes } from './apply-facts.ts';
import { isUsualReception, receiveUsual } from './direct-receive.ts';
import { storableTextOrNull } from '../kit/storable-text.ts';
import { monthIndexOf } from '@textprobe/domain/utc-month';

/** An arrival and when it came in, by our clock (epoch milliseconds). */
export interface TimedArrival {
  readonly arrival: Arrival;
  readonly at: number;
}

/** Matches, keeps and folds arrivals. @returns what became of each, in their order, and what changed */
export async function recordArrivals(
  tx: Transaction,
  messageCodes: MessageCodes,
  arrivals: readonly TimedArrival[],
  now: number,
): Promise<{ outcomes: ArrivalOutcome[]; changes: Changes }> {
  const codes = arrivals.map(({ arrival }) => codesIn(arrival.messageCode, arrival.text));
  const matches = await matchCodes(
    tx,
    messageCodes,
    arrivals.map(({ arrival }, index) => ({ codes: codes[index] ?? [], phoneId: arrival.phoneId })),
    now,
  );
  const compared = arrivals.map(({ arrival, at }, index) => {
    const match = matches.get(index) ?? null;
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
    return { at, match, found, reception };
  });
  const { usual, others } = pickUsual(compared);
  await insertReceptions(
    tx,
    others.map(({ reception }) => reception),
  );
  const direct = await receiveUsual(tx, usual, now);
  const facts = (some: readonly Received[]) =>
    some.flatMap(({ at, match, found }) =>
      match && found ? [{ key: match, fact: { kind: 'reception', at, ...found } as const }] : [],
    );
  const read = new Map(others.flatMap(({ match }) => (match === null ? [] : [[match.id, match.row]])));
  const careful = await applyFactsToRead(tx, [...read.values()], facts(others), now);
  const missed = compared.filter(({ match }) => match !== null && direct.missed.has(match.id));
  const again = missed.length === 0 ? null : await applyFacts(tx, facts(missed), now);
  const statuses = new Map([...careful.statuses, ...(again?.statuses ?? [])]);
  const parts = [direct.changes, careful, ...(again === null ? [] : [again])];
  const changes = {
    testIds: new Set(parts.flatMap(({ testIds }) => [...testIds])),
    settledRunIds: new Set(parts.flatMap(({ settledRunIds }) => [...settledRunIds])),
    statuses,
  };
  const taken = new Set(usual.map(({ row }) => row.id));
  const outcomes = compared.map(({ match }): ArrivalOutcome => {
    if (match === null) return { kind: 'unmatched' };
    const status = statuses.get(match.id) ?? (taken.has(match.id) ? 'RECEIVED' : undefined);
    return status === undefined
      ? { kind: 'unmatched' }
      : { kind: 'matched', testLogID: match.id, testActivityStatus: status };
  });
  return { outcomes, changes };
}

/** A report beside the message that it is about, if any. */
interface Received {
  readonly at: number;
  readonly match: CodeMatch | null;
  readonly found: ReturnType<typeof compareWithSent> | null;
  readonly reception: NewReception;
}

/** The usual reports, each the only one about its message in the batch; and all others, in their order. */
function pickUsual(compared: readonly Received[]): { usual: DirectReception[]; others: Received[] } {
  const times = new Map<number, number>();
  for (const { match } of compared) if (match !== null) times.set(match.id, (times.get(match.id) ?? 0) + 1);
  const usual: DirectReception[] = [];
  const others: Received[] = [];
  for (const one of compared) {
    const direct = one.match && { row: one.match.row, reception: one.reception };
    if (direct !== null && times.get(direct.row.id) === 1 && isUsualReception(direct)) usual.push(direct);
    else others.push(one);
  }
  return { usual, others };
}

/** The codes that a report may mean, likeliest first. */
export function codesIn(messageCode: string, text: string | null): string[] {
  return [...new Set([...findMessageCodes(messageCode), ...findMessageCodes(text ?? '')])];
}

/** The message that each report means, by its index in the list. `phoneId` narrows to that phone's messages. */
export async function matchCodes(
  tx: Transaction,
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
  const matches = await findMessagesByCode(tx, messageCodes, candidates);
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
