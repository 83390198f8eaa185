/** Sends the text that proves a pairing: an ordinary test of one SMS, within all limits (PAIR-2). */
import { createTestBodySchema } from '@textprobe/contract/tests';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findEntry } from '@textprobe/database/directory/entries';
import { holdPhones } from '@textprobe/database/handsets/phone-reporters';
import type { ChangedTest } from '@textprobe/database/live/channels';
import { findTooManyTexts, insertPairingText } from '@textprobe/database/pairings/pairing-texts';
import type { PairingRow } from '@textprobe/database/pairings/pairings';
import type { Scope } from '@textprobe/database/scope/scope';
import { insertTest } from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import { formatDateTime } from '@textprobe/domain/display';
import type { EngineApi } from '@textprobe/engine/api';
import { retiredPart } from '../../directory/entry-rules.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import type { Write } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { defineTest } from '../../tests/definition.ts';
import { limitProblem } from '../../tests/limit-problem.ts';
import { requireRecipients } from '../../tests/recipients.ts';

interface TextDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly engineApi: EngineApi;
}

interface Text {
  readonly pairing: PairingRow;
  readonly officeId: number;
  /** The account that sends it. */
  readonly accountId: number | null;
}

/** @param answer throws if the pairing has ended: nothing is sent then @throws ProblemError body.invalid about the office, pairing.too-often or limit.reached */
export async function sendText<T>(
  { db, clock, engineApi }: TextDeps,
  scope: Scope,
  { pairing, officeId, accountId }: Text,
  write: Write,
  answer: (tx: Transaction) => Promise<T>,
): Promise<{ readonly made: T; readonly test: ChangedTest }> {
  await requireOffice(db, scope, pairing, officeId);
  const { id, phoneId, phoneNumber, textCode } = pairing;
  const input = createTestBodySchema.parse({
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    messageBody: `Textprobe pairing: ${textCode}`,
    pairs: [{ officeID: officeId, phoneID: phoneId }],
  });
  const definition = await defineTest(db, scope, input, clock.now());
  let testId = 0;
  const made = await write(async (tx, note) => {
    note({ objectId: phoneId });
    await holdPhones(tx);
    const now = clock.now();
    const tooMany = await findTooManyTexts(tx, { phoneNumber, accountId, now });
    if (tooMany !== null) throw tooOften(tooMany.of, tooMany.until, now);
    await requireRecipients(tx, scope, definition);
    const test = await insertTest(tx, { ...definition, savedBy: accountId, now });
    const scheduled = await engineApi.scheduleTest(tx, test);
    if ('left' in scheduled) throw limitProblem(scheduled, test, now);
    testId = test.id;
    await insertPairingText(tx, { pairingId: id, accountId, phoneNumber, testId, sentAt: now });
    return answer(tx);
  });
  return { made, test: { id: testId, partnerIds: definition.partnerIds } };
}

async function requireOffice(
  db: Database,
  scope: Scope,
  { partnerId }: PairingRow,
  officeId: number,
): Promise<void> {
  const refuse = (code: string, message: string) =>
    fieldProblem('body.invalid', [{ field: 'officeId', code, message }]);
  const office = await findEntry(db, scope, 'offices', officeId);
  if (office === null) throw refuse('unknown', `There is no office with id ${officeId}. Choose another.`);
  const part = retiredPart(office);
  if (part !== null) throw refuse('retired', `${part} is retired. Choose another office.`);
  const [_client, partner] = office.parents;
  if (partnerId !== null && partner?.id !== partnerId)
    throw refuse(
      'elsewhere',
      `${office.name} belongs to another partner than the phone. Choose another office.`,
    );
}

function tooOften(of: 'number' | 'account', until: number, now: number): ProblemError {
  const limit =
    of === 'number' ? '3 pairing texts an hour to a number' : '20 pairing texts a day by an account';
  const at = formatDateTime(timestampToWire(until));
  return new ProblemError(
    'pairing.too-often',
    `Limit reached: ${limit}. Try again at ${at}, or send the text from any phone.`,
    { retryAfterMs: until - now },
  );
}
