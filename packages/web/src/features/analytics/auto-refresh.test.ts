/** When the screen refreshes automatically. */
import { expect, it } from 'vitest';
import { at } from '../report/testing/logs.ts';
import { isRecent } from './auto-refresh.ts';

const created = Date.UTC(2026, 10, 21, 20, 0, 0);
const log = { creationTimestamp: at('00.000') };

it.each([
  [log, created, true],
  [log, created + 3_600_000, true],
  [log, created + 3_600_001, false],
  [{ creationTimestamp: null }, created, false],
  [{ creationTimestamp: 'yesterday' }, created, false],
  [null, created, false],
])('ANALYTICS-8 %j at %i: %s', (one, now, recent) => {
  expect(isRecent(one, now)).toBe(recent);
});
