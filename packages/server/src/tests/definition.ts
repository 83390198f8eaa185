/** Turns a create or update payload into the stored definition; errors name their fields. */
import type { FieldError } from '@textprobe/contract/problem';
import type { CreateTestInput, UpdateTestInput } from '@textprobe/contract/tests';
import type { Database } from '@textprobe/database/core/connection';
import type { Scope } from '@textprobe/database/scope/scope';
import type { TestDefinition } from '@textprobe/database/tests/tests';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { nearestToMissing } from '@textprobe/domain/los-angeles-wall-time';
import { parseRecurrenceRule } from '@textprobe/domain/parse-recurrence-rule';
import { recurrenceRuleToWire } from '@textprobe/domain/recurrence-rule';
import { fieldProblem } from '../http/problem.ts';
import { resolveRecipients } from './recipients.ts';

/**
 * @param now epoch milliseconds
 * @throws ProblemError that names the fields to change
 */
export async function defineTest(
  db: Database,
  scope: Scope,
  input: CreateTestInput | UpdateTestInput,
  now: number,
): Promise<TestDefinition> {
  const { testType, clientIDs, officeIDs, phoneIDs, pairs } = input;
  const scheduledAt = readScheduled(input);
  // A test that does not recur has no rule, even if the payload still contains one.
  const recurrenceRule = testType === 'RECURRING' ? readRule(input.recurrenceRule, now) : {};
  const partners =
    'testId' in input
      ? { partnerIDs: [input.partnerID], partnerField: 'partnerID' }
      : { partnerIDs: input.partnerIDs, partnerField: 'partnerIDs' };
  const recipients = await resolveRecipients(db, scope, {
    ...partners,
    clientIDs,
    officeIDs,
    phoneIDs,
    pairs,
  });
  return {
    ...recipients,
    testType,
    messageType: input.messageType,
    body: input.messageBody,
    recurrenceRule,
    overlap: input.overlap,
    scheduledAt,
  };
}

function readRule(wire: unknown, now: number): object {
  const parsed = parseRecurrenceRule(wire ?? {}, now);
  if (parsed.ok) return recurrenceRuleToWire(parsed.rule);
  const errors = parsed.errors.map((error) => ({
    ...error,
    field: error.field === '' ? 'recurrenceRule' : `recurrenceRule.${error.field}`,
  }));
  throw fieldProblem('body.invalid', errors);
}

/** Also kept for a test that is not scheduled, where it has no effect (UPDATE-8). */
function readScheduled({ scheduledTimestamp, testType }: CreateTestInput | UpdateTestInput): number | null {
  const counts = testType === 'SCHEDULED';
  const text = scheduledTimestamp ?? '';
  if (text === '' && !counts) return null;
  if (text === '') throw scheduleProblem('required', `Choose a date and time, ${HOW_TO_WRITE}`);
  const missing = counts ? nearestToMissing(text) : null;
  if (missing !== null) {
    const { before, after } = missing;
    const message =
      'This time does not exist: daylight saving time starts then. ' +
      `The nearest times are ${before.wall} and ${after.wall}.`;
    throw scheduleProblem('time.missing', message);
  }
  const at = parseTimestamp(text);
  if (at === null) throw scheduleProblem('invalid_format', `Invalid date and time. Write it ${HOW_TO_WRITE}`);
  return at;
}

const HOW_TO_WRITE = 'as 2026-11-21T10:00:00.000-08:00 or, in Los Angeles time, as 2026-11-21 10:00:00.000.';

function scheduleProblem(code: string, message: string) {
  const error: FieldError = { field: 'scheduledTimestamp', code, message };
  return fieldProblem('body.invalid', [error]);
}
