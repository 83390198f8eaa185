import { describe, expect, it } from 'vitest';
import { parseDuration } from './setting-schemas.ts';

describe('durations', () => {
  it.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['250ms', 250],
    ['1.5m', 90_000],
    [' 10 s ', 10_000],
    ['0s', 0],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '15', 'm', '-5s', '1d', '1h30m', '1e3s', '٣s', '15 minutes'])('rejects %j', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});
