/**
 * The fast path joins from its batch to the rows, even if the statistics say that no message waits or lacks a receipt.
 */
import type { Database } from '@textprobe/database/core/connection';
import { type RawNode, sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import {
  answerOf,
  claimNewMessages,
  createRigClock,
  type RigMessage,
  receiptOf,
} from '../testing/evidence-rig.ts';
import { recordArrivals } from '../testing/record-arrivals.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { Evidence } from './evidence.ts';
import { recordEvidence } from './record-evidence.ts';

let world: World;
afterEach(() => world.close());

/** Records the plan of each statement that updates messages, before it runs. */
function recordingPlans(db: Database, plans: string[]): Database {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      const fragments = JSON.stringify(node);
      if (!fragments.includes('moved as (') || plans.length > 0) return node;
      const [first = '', ...others] = (node as RawNode).sqlFragments;
      return { ...node, sqlFragments: [`explain ${first}`, ...others] } as RawNode;
    },
    transformResult: async ({ result }) => {
      const lines = result.rows.flatMap((row) => ('QUERY PLAN' in row ? [String(row['QUERY PLAN'])] : []));
      plans.push(...lines);
      return lines.length === 0 ? result : { ...result, rows: [] };
    },
  });
}

function evidenceOf(message: RigMessage): { answer: Evidence; receipt: Evidence } {
  const { gatewayId } = world;
  const receipt = receiptOf(message, gatewayId);
  return { answer: answerOf(message, gatewayId), receipt: { kind: 'receipt', receipt } };
}

const BATCH = 500;

test.each([
  ['answers with their receipts', true],
  ['late receipts', false],
] as const)(
  '%s do not scan the month once for each row of their batch, although all earlier messages had ended',
  async (_what, together) => {
    world = await createWorld({ offices: 100, phones: 50, clock: createRigClock(), evidence: 'receipt' });
    const settle = (db: Database, evidence: readonly Evidence[]) =>
      db.transaction().execute((tx) => recordEvidence(tx, evidence, world.clock.now()));
    const claimAll = async () => {
      const messages = await claimNewMessages(world);
      const claimedEvidence = messages.filter(({ claimed }) => claimed !== undefined).map(evidenceOf);
      return {
        answers: claimedEvidence.map(({ answer }) => answer),
        receipts: claimedEvidence.map(({ receipt }) => receipt),
      };
    };
    const ended = await claimAll();
    for (let from = 0; from < ended.answers.length; from += BATCH) {
      const part = <T>(all: readonly T[]) => all.slice(from, from + BATCH);
      await settle(world.db, [...part(ended.answers), ...part(ended.receipts)]);
    }
    await sql`update messages set submission_state = 5, receipt_state = 3 where submission_state = 0`.execute(
      world.db,
    );
    await sql`vacuum analyze messages, submission_parts`.execute(world.db);

    const { answers, receipts } = await claimAll();
    const [first, last] = [answers.slice(0, BATCH), receipts.slice(0, BATCH)];
    const plans: string[] = [];
    if (!together) await settle(world.db, first);
    await settle(recordingPlans(world.db, plans), together ? [...first, ...last] : last);
    const leaf = `messages_${new Date(world.clock.now()).toISOString().slice(0, 7).replace('-', '_')}`;
    expect(plans.filter((line) => line.includes(`on ${leaf} `)).length).toBeGreaterThan(0);
    // A sequential scan of such a small table is fine; one per row of the batch is not.
    const misled = plans.filter((line) => line.includes(`Seq Scan on ${leaf}`) && / rows=\d\b/.test(line));
    expect(misled).toEqual([]);
  },
);

test('receptions are stored and applied by one statement, which does not scan all reports for each row', async () => {
  world = await createWorld({ offices: 100, phones: 50, clock: createRigClock(), evidence: 'handset' });
  const messages = (await claimNewMessages(world)).filter(({ claimed }) => claimed !== undefined);
  const settle = (evidence: readonly Evidence[]) =>
    world.db.transaction().execute((tx) => recordEvidence(tx, evidence, world.clock.now()));
  await settle(messages.map((message) => evidenceOf(message).answer));
  await sql`vacuum analyze messages, receptions`.execute(world.db);
  const plans: string[] = [];
  const arrivals = messages.slice(0, BATCH).map(({ text, code, createdAt }) => ({
    arrival: { inbox: 'native', phoneId: null, messageCode: code, text, sender: null, stated: null },
    at: createdAt + 50,
  }));
  await recordArrivals(
    { ...world, db: recordingPlans(world.db, plans) },
    world.codes,
    arrivals,
    world.clock.now(),
  );
  expect(plans.filter((line) => line.includes('Insert on receptions'))).toHaveLength(1);
  expect(plans.filter((line) => line.includes('Update on messages_'))).toHaveLength(1);
  expect(plans.filter((line) => /Seq Scan on messages_.* rows=\d\b/.test(line))).toEqual([]);
});
