/** The log of one gateway among several. */
import { expect, it, vi } from 'vitest';
import { silentLog, withFields } from './log.ts';

it.each(['debug', 'info', 'warn', 'error'] as const)('a line of level %s bears the given fields', (level) => {
  const heard = vi.fn();
  const log = withFields({ ...silentLog, [level]: heard }, { gateway: 'acme' });
  log[level]({ nextTryInMs: 500 }, 'No connection.');
  expect(heard).toHaveBeenCalledWith({ gateway: 'acme', nextTryInMs: 500 }, 'No connection.');
});
