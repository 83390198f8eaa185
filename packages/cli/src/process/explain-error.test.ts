import { expect, it } from 'vitest';
import { explainError } from './explain-error.ts';
import { UserError } from './user-error.ts';

const failure = (message: string, code: string) => Object.assign(new Error(message), { code });

it('a fault that the user can mend is told as its sentence alone', () => {
  expect(explainError(new UserError('Port 1 is taken.', failure('no space', 'ENOSPC')))).toBe(
    'Port 1 is taken.',
  );
});

it('a full disk is told as such, however deep the error lies', () => {
  const cause = failure('could not extend file', '53100');
  expect(explainError(new Error('migration 0001 failed', { cause }))).toBe(
    "The database's disk is full: make room there, then start again. (could not extend file)",
  );
});

it('anything else is a bug, told with its stack', () => {
  expect(explainError(new TypeError('x is undefined'))).toMatch(
    /^something went wrong that should not have.*\nTypeError: x is undefined\n +at /u,
  );
  expect(explainError('a string')).toContain('a string');
});
