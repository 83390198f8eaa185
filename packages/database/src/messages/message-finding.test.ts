/** Finding and verdict from columns, in TypeScript and in SQL, compared with the domain's rule on random histories. */
import { COMPARISONS, SENDER_COMPARISONS } from '@textprobe/domain/comparison-classes';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDING_WORDS, findingOf, isFound } from '@textprobe/domain/finding';
import {
  applyFact,
  deriveStatus,
  type Fact,
  type Ledgers,
  newLedgers,
} from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import { arrivedUnaltered } from '@textprobe/domain/unaltered';
import { deriveVerdict, VERDICTS } from '@textprobe/domain/verdict';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { completePlacedMessages, placedMessage } from '../testing/placed-messages.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import {
  fileFindingColumn,
  fileFindingCondition,
  findingColumn,
  findingCondition,
  findingOfRow,
  senderChangedColumn,
  unalteredColumn,
  unalteredRow,
} from './message-finding.ts';
import { fromLedgers } from './message-row.ts';
import {
  receiptColumn,
  receiptOfRow,
  verdictColumn,
  verdictCondition,
  verdictOfRow,
} from './message-verdict.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const at = fc.integer({ min: 2_000, max: 100_000 });
const facts: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constantFrom('claimed' as const, 'accepted' as const, 'unknown' as const), at }),
  fc.record({ kind: fc.constant('rejected' as const), at, error: fc.constant(null) }),
  fc.record({ kind: fc.constant('deadline' as const), handsetOffline: fc.boolean() }),
  fc.record({
    kind: fc.constant('receipt' as const),
    state: fc.constantFrom('enroute' as const, 'failed' as const, 'delivered' as const),
    at,
    error: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('reception' as const),
    at,
    comparison: fc.constantFrom(...COMPARISONS),
    sender: fc.constantFrom(null, ...SENDER_COMPARISONS),
  }),
  fc.record({ kind: fc.constant('files' as const), files: fc.constantFrom(...FILE_FINDINGS) }),
);
const histories = fc
  .tuple(fc.constantFrom('handset' as const, 'receipt' as const), fc.array(facts, { maxLength: 6 }))
  .map(([evidence, facts]) =>
    facts.reduce(applyFact, newLedgers({ expiresAt: 31_000, deadlineMs: 30_000, evidence })),
  );

function columnsOf(ledgers: Ledgers) {
  const source = {
    expires_at: ledgers.expiresAt,
    deadline_ms: ledgers.deadlineMs,
    evidence: ledgers.evidence,
  };
  const row = {
    ...source,
    claimed_at: null,
    claimed_by: null,
    claim_expires_at: null,
  } as unknown as Parameters<typeof fromLedgers>[1];
  const type = ledgers.reception.files === null ? 'SMS' : 'MMS';
  return {
    ...source,
    ...fromLedgers(ledgers, row),
    message_type: type as 'SMS' | 'MMS',
    status: messageStatusRank(deriveStatus(ledgers)),
  };
}

test('columns give the finding and the verdict of the ledgers, in TypeScript and in SQL, counted and filtered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(histories, { minLength: 1, maxLength: 60 }), async (messages) => {
      const rows = messages.map(columnsOf);
      expect(rows.map(findingOfRow)).toEqual(messages.map(findingOf));
      const answers = messages.map(unalteredOf);
      expect(rows.map(unalteredRow)).toEqual(answers);
      const verdicts = messages.map(deriveVerdict);
      expect(rows.map(verdictOfRow)).toEqual(verdicts);

      await database.db.deleteFrom('messages').execute();
      await database.db
        .insertInto('messages')
        .values(
          rows.map(({ claimed_at: _at, claimed_by: _by, claim_expires_at: _expires, ...row }, index) => ({
            ...placedMessage(1_000),
            ...row,
            id: index + 1,
            submitted_at: sqlTime(row.submitted_at),
            receipt_at: sqlTime(row.receipt_at),
            received_at: sqlTime(row.received_at),
            handset_heard_at: sqlTime(row.handset_heard_at),
            expires_at: sqlTime(row.expires_at),
            deadline_at: sqlTime(row.deadline_at),
          })),
        )
        .execute();
      await completePlacedMessages(database.db);
      const { rows: counted } = await sql<{
        finding: string;
        changed: boolean;
        files: string;
        unaltered: string;
        verdict: string;
        receipt: string;
      }>`
        select ${findingColumn} as finding, ${senderChangedColumn} as changed, ${fileFindingColumn} as files,
          ${unalteredColumn} as unaltered, ${verdictColumn} as verdict, ${receiptColumn} as receipt from messages order by id`.execute(
        database.db,
      );
      const expected = messages.map((ledgers) => ({
        finding: findingOf(ledgers),
        senderChanged: ledgers.reception.sender === 'altered',
        files: ledgers.reception.files,
      }));
      expect(counted).toEqual(
        expected.map((one, index) => ({
          finding: one.finding ?? '',
          changed: one.senderChanged,
          files: one.files ?? '',
          unaltered: answers[index] ?? '',
          verdict: verdicts[index],
          receipt: rows.map(receiptOfRow)[index] ?? '',
        })),
      );
      for (const word of FINDING_WORDS) {
        const found = expected.flatMap((one, index) => (isFound(word, one) ? [index + 1] : []));
        expect(await idsOf(findingCondition(word)), word).toEqual(found);
      }
      for (const verdict of VERDICTS) {
        const found = verdicts.flatMap((one, index) => (one === verdict ? [index + 1] : []));
        expect(await idsOf(verdictCondition(verdict)), verdict).toEqual(found);
      }
      for (const files of FILE_FINDINGS) {
        const found = expected.flatMap((one, index) => (one.files === files ? [index + 1] : []));
        expect(await idsOf(fileFindingCondition(files)), files).toEqual(found);
      }
    }),
    { numRuns: soakTimes(40) },
  );
}, 60_000);

function unalteredOf(ledgers: Ledgers) {
  const { evidence, reception } = ledgers;
  return arrivedUnaltered({
    status: deriveStatus(ledgers),
    evidence,
    isMms: reception.files !== null,
    comparison: reception.comparison,
    sender: reception.sender,
    files: reception.files,
  });
}

async function idsOf(condition: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where ${condition} order by id`.execute(database.db);
  return rows.map(({ id }) => id);
}
