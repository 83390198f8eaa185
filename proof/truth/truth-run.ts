/**
 * Runs the truth test: sends tests, some at a time, and judges every message once its test has ended and nothing is in flight.
 * Then the lab's record of it is dropped, so that memory use does not grow with the number of messages.
 */
import { listMessageEvents } from '@textprobe/database/messages/message-events';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';
import { listReceiptsOf } from '@textprobe/database/receipts/raw-receipts';
import { listPartsOf } from '@textprobe/database/receipts/submission-parts';
import { listReceptions } from '@textprobe/database/receptions/receptions';
import { sql } from 'kysely';
import { toReport } from './message-report.ts';
import type { Report } from './report.ts';
import { reasonOfTest, statusOfTest } from './status-of-test.ts';
import { judge } from './truth-judge.ts';
import { DEADLINE_MS, RESPONSE_TIMEOUT_MS } from './truth-scenario.ts';
import { createTruthTally, type TruthTally } from './truth-tally.ts';
import type { TruthWorld } from './truth-world.ts';

/** Its messages begin with the tag. */
type TaggedTest = TruthTest & { readonly tag: string };

/** Unmatched receipts are retried for longer than this; older ones have been matched. */
const UNMATCHED_MS = 120_000;

/** A test with a message to every phone. */
export interface TruthTest {
  readonly body: string;
  /** The files of an MMS; none: an SMS. */
  readonly mediaIds: readonly string[];
  readonly officeIds: readonly number[];
}

export interface TruthRunOptions {
  readonly tests: readonly TruthTest[];
  /** The size of a batch that is judged and dropped together. */
  readonly atATime: number;
  /** The largest allowed difference between the product's instants and the lab's, in milliseconds. */
  readonly toleranceMs: number;
  /** Create the next test when at most this many messages of the last one are waiting; default 400. */
  readonly maxWaiting?: number;
  /** Receives every fault with its evidence. */
  readonly keepFault?: (fault: object) => void;
}

export async function runTruth(
  { world, lab, book, absenceOf, expiryMs }: TruthWorld,
  { tests, atATime, toleranceMs, maxWaiting = 400, keepFault }: TruthRunOptions,
): Promise<TruthTally> {
  const { db, clock } = world;
  const tally = createTruthTally(keepFault);

  /** Runs a batch to its end: only then is it certain that nothing of any of its tests is in flight. */
  async function runBatch(batch: readonly TaggedTest[]): Promise<void> {
    const made: (TaggedTest & { readonly testId: number })[] = [];
    for (const test of batch) {
      const { tag, body, mediaIds, officeIds } = test;
      const messageType = mediaIds.length === 0 ? 'SMS' : 'MMS';
      const testId = await world.createTest({ body: `${tag} ${body}`, messageType, mediaIds, officeIds });
      made.push({ ...test, testId });
      // One at a time, so that few messages are in flight.
      await world.until(async () => (await world.test(testId)).execution_status !== 'UNEXECUTED');
      await world.until(() => isAlmostDone(testId));
    }
    for (const { testId } of made) await hasEnded(testId);
    // Everything known must be reported: receipts that the product may have accepted already are queued while no link is up.
    await lab.idle({ allReceipts: true });
    // Late reports may have reopened runs, and receipts may have arrived before the responses that identify them.
    for (const { testId } of made) await hasEnded(testId);
    await world.until(async () => !(await mayStillMatch()));
    await world.until(async () => !(await arePartsWaiting()));
    await world.until(async () => !(await areFilesWaiting()));
    // A receipt that was resent after a refusal may have reopened a message whose deadline has passed.
    for (const { testId } of made) await world.until(async () => !(await isOverdue(testId)));
    for (const test of made) await judgeTest(test);
  }

  async function hasEnded(testId: number): Promise<void> {
    await world.until(async () => {
      const { execution_status } = await world.test(testId);
      return execution_status !== 'EXECUTING' && execution_status !== 'UNEXECUTED';
    });
  }

  async function isAlmostDone(testId: number): Promise<boolean> {
    const { rows } = await sql<{ few: boolean }>`
      select count(*) <= ${maxWaiting}::int4 as few
      from messages where ${isOfTest(testId)} and submission_state < 2 and settled_at is null`.execute(db);
    return rows[0]?.few ?? true;
  }

  async function isOverdue(testId: number): Promise<boolean> {
    const { rows } = await sql<{ overdue: boolean }>`
      select exists (select from messages where ${isOfTest(testId)} and settled_at is null
        and deadline_at <= ${new Date(clock.now())}) as overdue`.execute(db);
    return rows[0]?.overdue ?? false;
  }

  /** With the creation time, the first column of the key: there is no index on the test, so this avoids a full scan. */
  function isOfTest(testId: number) {
    return sql<boolean>`test_id = ${testId}
      and created_at >= (select min(created_at) from runs where test_id = ${testId})`;
  }

  async function mayStillMatch(): Promise<boolean> {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from raw_receipts r join submission_parts p
        on p.gateway_id = r.gateway_id and p.provider_id = any(r.id_variants)
        where r.message_id is null and r.received_at > ${new Date(clock.now() - UNMATCHED_MS)}) as waits`.execute(
      db,
    );
    return rows[0]?.waits ?? false;
  }

  /** Parts that a handset reported separately are put together after the report with their code. */
  async function arePartsWaiting(): Promise<boolean> {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from receptions u join receptions r using (phone_id, sender)
        join messages m on m.id = r.message_id and m.created_at = r.message_created_at join tests t on t.id = m.test_id
        where u.message_id is null and u.received_at > ${new Date(clock.now() - UNMATCHED_MS)} and r.part is null
          and r.comparison in ('unknown', 'joined wrongly') and position(u.text in coalesce(m.filled_body, t.body)) > 0) as waits`.execute(
      db,
    );
    return rows[0]?.waits ?? false;
  }

  /** Files are compared only after their report. */
  async function areFilesWaiting(): Promise<boolean> {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from receptions where files_to_compare) as waits`.execute(db);
    return rows[0]?.waits ?? false;
  }

  async function judgeTest({
    testId,
    tag,
    mediaIds: { length: files },
  }: TaggedTest & { readonly testId: number }): Promise<void> {
    const rows = await world.messagesOf(testId);
    const ids = files === 0 ? [] : rows.map(({ id }) => id);
    const receptions = await listReceptions(db, ids);
    const reports = rows.map((row) => toReport(row, { receptions: receptions.get(row.id) ?? [], files }));
    for (const [index, report] of reports.entries())
      await judgeMessage(rows[index] as MessageLogRow, report, tag);
    const expected = `${statusOfTest(reports)} (${reasonOfTest(reports)})`;
    const { execution_status: status, status_reason: reason } = await world.test(testId);
    if (`${status} (${reason})` !== expected)
      tally.blame(`test ${tag}`, [`is ${status} (${reason}), but should be ${expected}`]);
    const offered = book.forget(tag);
    if (offered > rows.length)
      tally.blame(`test ${tag}`, [`has ${rows.length} messages, but the carrier received ${offered}`]);
  }

  async function judgeMessage(row: MessageLogRow, report: Report, tag: string): Promise<void> {
    const { code, text } = report;
    const truth = book.find({ source: row.sender, destination: row.recipient, tag, code, text });
    const judgement = judge(report, truth, {
      expiryMs,
      deadlineMs: DEADLINE_MS,
      answerWithinMs: RESPONSE_TIMEOUT_MS,
      toleranceMs,
      cuts: book.cuts,
      absenceOf,
    });
    tally.note(report, truth, judgement);
    if (judgement.faults.length === 0) return;
    // The fold is only a summary; the records of both sides show which one is wrong, and why.
    const key = { id: row.id, createdAt: row.created_at };
    const recorded = {
      report,
      receipts: await listReceiptsOf(db, key),
      parts: await listPartsOf(db, key),
      events: await listMessageEvents(db, key),
    };
    const lab = truth && { ...truth, parts: [...truth.parts] };
    const cutsNearby = book.cuts.filter((at) => Math.abs(at - row.created_at) < UNMATCHED_MS);
    tally.blame(`${tag} ${row.sender} to ${row.recipient}`, judgement.faults, {
      judgedAt: clock.now(),
      cutsNearby,
      product: recorded,
      lab,
    });
  }

  const tagged = tests.map((test, index) => ({ ...test, tag: `T${index}` }));
  for (let from = 0; from < tagged.length; from += atATime)
    await runBatch(tagged.slice(from, from + atATime));
  for (const twice of book.offeredTwice) tally.blame(twice, ['was offered to the carrier again']);
  for (const post of book.answeredWrongly) tally.blame('a post', [post]);
  return tally;
}
