/** Log lines carry the fields of their gateway. */
import { expect, it, vi } from 'vitest';
import { silentLog, withFields } from './log.ts';

it.each(['debug', 'info', 'warn', 'error'] as const)('a line of level %s has the given fields', (level) => {
  const write = vi.fn();
  const log = withFields({ ...silentLog, [level]: write }, { gateway: 'acme' });
  log[level]({ nextTryInMs: 500 }, 'No connection.');
  expect(write).toHaveBeenCalledWith({ gateway: 'acme', nextTryInMs: 500 }, 'No connection.');
});
