/** Loads the test of a call, or throws its problem. */
import type { Database } from '@textprobe/database/core/connection';
import type { Scope } from '@textprobe/database/scope/scope';
import { findTest, type TestRow } from '@textprobe/database/tests/tests';
import { ProblemError } from '../http/problem.ts';

/** @throws ProblemError test.unknown */
export async function requireTest(db: Database, scope: Scope, testId: number): Promise<TestRow> {
  const test = await findTest(db, scope, testId);
  if (test === null) throw unknownTest(testId);
  return test;
}

export function unknownTest(testId: number): ProblemError {
  return new ProblemError('test.unknown', `There is no test with id ${testId}.`);
}
