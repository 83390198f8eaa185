import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { explainError, explainListenError, UserError } from './user-error.ts';

const failure = (message: string, code: string) => Object.assign(new Error(message), { code });

it('shows an error that the user can fix as its sentence alone', () => {
  expect(explainError(new UserError('Port 1 is taken.', failure('no space', 'ENOSPC')))).toBe(
    'Port 1 is taken.',
  );
});

it('explains a full disk, however deeply the error is nested', () => {
  const cause = failure('could not extend file', '53100');
  expect(explainError(new Error('migration 0001 failed', { cause }))).toBe(
    "The database's disk is full. Free some space there, then start again. (could not extend file)",
  );
});

it('shows any other error as a bug with its stack', () => {
  expect(explainError(new TypeError('x is undefined'))).toMatch(
    /^unexpected error.*\nTypeError: x is undefined\n +at /u,
  );
  expect(explainError('a string')).toContain('a string');
});

const PLACE = { host: '192.0.2.1', port: 80, hostSetting: 'HOST', portSetting: 'PORT' };
const explain = (code: string) => explainListenError(Object.assign(new Error('no'), { code }), PLACE);

it('explains a privileged port, with the ports that need no privileges', () => {
  expect(explain('EACCES')).toBe('This user may not listen on port 80. Set PORT to a port above 1023.');
});

it('explains an address of another machine with the setting to change', async () => {
  const [error] = (await once(createServer().listen(0, '192.0.2.1'), 'listening').catch((failed) => [
    failed,
  ])) as [NodeJS.ErrnoException];
  expect(explainListenError(error, { ...PLACE, port: 0 })).toBe(
    'This machine has no address 192.0.2.1. Set HOST to one of its addresses, or to 127.0.0.1.',
  );
});

it('passes on any other message of the system', () => {
  expect(explain('EINVAL')).toBe('Cannot listen on 192.0.2.1, port 80: no');
});
