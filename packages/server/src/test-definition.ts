/** From a create or update payload to the definition that is stored: what is not available yet is refused by name. */
import type { FieldError } from '@textprobe/contract/problem';
import type { CreateTestInput, UpdateTestInput } from '@textprobe/contract/tests';
import type { Database } from '@textprobe/database/connection';
import type { TestDefinition } from '@textprobe/database/tests/tests';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { fieldProblem } from './problem.ts';
import { resolveRecipients } from './recipients.ts';

/** @throws ProblemError that names the fields to change */
export async function defineTest(
  db: Database,
  input: CreateTestInput | UpdateTestInput,
): Promise<TestDefinition> {
  refuseUnbuilt(input);
  const scheduledAt = readScheduled(input.scheduledTimestamp);
  const partners =
    'partnerID' in input
      ? { partnerIDs: [input.partnerID], partnerField: 'partnerID' }
      : { partnerIDs: input.partnerIDs, partnerField: 'partnerIDs' };
  const { clientIDs, officeIDs, phoneIDs } = input;
  const recipients = await resolveRecipients(db, { ...partners, clientIDs, officeIDs, phoneIDs });
  return {
    ...recipients,
    testType: input.testType,
    messageType: input.messageType,
    body: input.messageBody,
    // An SMS bears no media, an immediate test no rule, whatever the form still held.
    media: [],
    recurrenceRule: {},
    scheduledAt,
  };
}

function refuseUnbuilt({ messageType, testType }: CreateTestInput | UpdateTestInput): void {
  const errors: FieldError[] = [];
  if (messageType !== 'SMS')
    errors.push(notYet('messageType', `${messageType} is not available yet: choose SMS.`));
  if (testType !== 'IMMEDIATE') {
    errors.push(notYet('testType', `${testType} tests are not available yet: choose IMMEDIATE.`));
  }
  if (errors.length > 0) throw fieldProblem('feature.not-yet', errors);
}

function notYet(field: string, message: string): FieldError {
  return { field, code: 'feature.not-yet', message };
}

/** Kept for an immediate test, where it delays nothing (UPDATE-8). */
function readScheduled(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text === '') return null;
  const at = parseTimestamp(text);
  if (at !== null) return at;
  const message =
    'Write it as 2026-11-21T10:00:00.000-08:00, or as 2026-11-21 10:00:00.000 in Los Angeles time.';
  throw fieldProblem('body.invalid', [{ field: 'scheduledTimestamp', code: 'invalid_format', message }]);
}
