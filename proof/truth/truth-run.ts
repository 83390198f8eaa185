/**
 * Sends tests through the world of the truth test, some at a time, and has every message judged once its test has ended
 * and nothing of it is on its way any more; then the record of it is forgotten, so that millions need no more room
 * than thousands.
 */
import { listMessageEvents } from '@textprobe/database/messages/message-events';
import type { MessageLogRow } from '@textprobe/database/messages/message-log';
import { listReceiptsOf } from '@textprobe/database/receipts/raw-receipts';
import { listPartsOf } from '@textprobe/database/receipts/submission-parts';
import { sql } from 'kysely';
import { judge, reasonOfTest, statusOfTest } from './truth-judge.ts';
import { toSaid } from './truth-said.ts';
import { BODIES, DEADLINE_MS, RESPONSE_TIMEOUT_MS } from './truth-scenario.ts';
import { createTruthTally, type TruthTally } from './truth-tally.ts';
import type { TruthWorld } from './truth-world.ts';

/** Receipts that wait for their message are looked at again for longer; what is older than this has been matched. */
const PARKED_MS = 120_000;

export interface TruthRunOptions {
  /** How many; each has a message from every office to every phone. */
  readonly tests: number;
  /** So many are judged, and forgotten, together. */
  readonly atATime: number;
  /** How far the product's instants may be from the lab's, in milliseconds. */
  readonly toleranceMs: number;
  /** So few messages of a test may still wait for their turn when the next one is made; 400 unless told. */
  readonly mayWait?: number;
  /** Takes every fault with all that settles it. */
  readonly keep?: (fault: object) => void;
}

export async function runTruth(
  { world, lab, book, absenceOf, expiryMs }: TruthWorld,
  { tests, atATime, toleranceMs, mayWait = 400, keep }: TruthRunOptions,
): Promise<TruthTally> {
  const { db, clock } = world;
  const tally = createTruthTally(keep);

  /** Nothing is on its way any more only when nothing of any of them is. */
  async function runBatch(tags: readonly string[]): Promise<void> {
    const made: { testId: number; tag: string }[] = [];
    for (const tag of tags) {
      const body = `${tag} ${BODIES[Number(tag.slice(1)) % BODIES.length]}`;
      const testId = await world.createTest({ body });
      made.push({ testId, tag });
      // One after the other, so that the record of what is on its way stays small.
      await world.until(async () => (await world.test(testId)).execution_status !== 'UNEXECUTED');
      await world.until(() => fewWait(testId));
    }
    for (const { testId } of made) await hasEnded(testId);
    // All that is known must have been said: while no link is up receipts wait, which the product may have taken already.
    await lab.idle({ allReceipts: true });
    // What came late has opened runs again, and receipts may have come before the answers that tell whose they are.
    for (const { testId } of made) await hasEnded(testId);
    await world.until(async () => !(await mayStillMatch()));
    // A receipt that was sent again after its refusal may have opened a message whose deadline is long over.
    for (const { testId } of made) await world.until(async () => !(await isOverdue(testId)));
    for (const { testId, tag } of made) await judgeTest(testId, tag);
  }

  async function hasEnded(testId: number): Promise<void> {
    await world.until(async () => {
      const { execution_status } = await world.test(testId);
      return execution_status !== 'EXECUTING' && execution_status !== 'UNEXECUTED';
    });
  }

  async function fewWait(testId: number): Promise<boolean> {
    const { rows } = await sql<{ few: boolean }>`
      select count(*) <= ${mayWait}::int4 as few
      from messages where ${isOfTest(testId)} and submission_state < 2 and settled_at is null`.execute(db);
    return rows[0]?.few ?? true;
  }

  async function isOverdue(testId: number): Promise<boolean> {
    const { rows } = await sql<{ overdue: boolean }>`
      select exists (select from messages where ${isOfTest(testId)} and settled_at is null
        and deadline_at <= ${new Date(clock.now())}) as overdue`.execute(db);
    return rows[0]?.overdue ?? false;
  }

  /** Without the instant each look reads all messages: the key begins with it, and no index is on the test. */
  function isOfTest(testId: number) {
    return sql<boolean>`test_id = ${testId}
      and created_at >= (select min(created_at) from runs where test_id = ${testId})`;
  }

  async function mayStillMatch(): Promise<boolean> {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from raw_receipts r join submission_parts p
        on p.gateway_id = r.gateway_id and p.provider_id = any(r.id_variants)
        where r.message_id is null and r.received_at > ${new Date(clock.now() - PARKED_MS)}) as waits`.execute(
      db,
    );
    return rows[0]?.waits ?? false;
  }

  async function judgeTest(testId: number, tag: string): Promise<void> {
    const rows = await world.messagesOf(testId);
    for (const row of rows) await judgeMessage(row, tag);
    const said = rows.map(toSaid);
    const expected = `${statusOfTest(said)} (${reasonOfTest(said)})`;
    const { execution_status: status, status_reason: reason } = await world.test(testId);
    if (`${status} (${reason})` !== expected)
      tally.blame(`test ${tag}`, [`is ${status} (${reason}), and is ${expected}`]);
    const offered = book.forget(tag);
    if (offered > rows.length)
      tally.blame(`test ${tag}`, [`has ${rows.length} messages, and the carrier had ${offered}`]);
  }

  async function judgeMessage(row: MessageLogRow, tag: string): Promise<void> {
    const said = toSaid(row);
    const { code, text } = said;
    const truth = book.find({ source: row.sender, destination: row.recipient, tag, code, text });
    const judgement = judge(said, truth, {
      expiryMs,
      deadlineMs: DEADLINE_MS,
      answerWithinMs: RESPONSE_TIMEOUT_MS,
      toleranceMs,
      cuts: book.cuts,
      absenceOf,
    });
    tally.note(said, truth, judgement);
    if (judgement.faults.length === 0) return;
    // The fold is only what came of it: what each side has written down tells which of them is wrong, and how it came.
    const key = { id: row.id, createdAt: row.created_at };
    const noted = {
      said,
      receipts: await listReceiptsOf(db, key),
      parts: await listPartsOf(db, key),
      events: await listMessageEvents(db, key),
    };
    const lab = truth && { ...truth, parts: [...truth.parts] };
    const cutsNearby = book.cuts.filter((at) => Math.abs(at - row.created_at) < PARKED_MS);
    tally.blame(`${tag} ${row.sender} to ${row.recipient}`, judgement.faults, {
      judgedAt: clock.now(),
      cutsNearby,
      product: noted,
      lab,
    });
  }

  const tags = Array.from({ length: tests }, (_, index) => `T${index}`);
  for (let from = 0; from < tags.length; from += atATime) await runBatch(tags.slice(from, from + atATime));
  for (const twice of book.offeredTwice) tally.blame(twice, ['was offered to the carrier again']);
  for (const post of book.answeredWrongly) tally.blame('a post', [post]);
  return tally;
}
