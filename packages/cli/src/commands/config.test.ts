import { expect, it } from 'vitest';
import { maskUrl } from './config.ts';

it.each([
  ['postgres://user:hunter2@db:5432/textprobe', 'postgres://user:***@db:5432/textprobe'],
  ['postgres://user@db/textprobe', 'postgres://user@db/textprobe'],
  [
    'postgres:///textprobe?host=/run/pg&password=hunter2',
    'postgres:///textprobe?host=%2Frun%2Fpg&password=***',
  ],
  ['hunter2 is no address', '***'],
])('%s is shown as %s', (text, shown) => {
  expect(maskUrl(text)).toBe(shown);
});
