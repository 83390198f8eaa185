import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from './duration.ts';

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

  it.each(['', '15', 'm', '-5s', '1d', '1h30m', '1e3s', '٣s', '15 minutes'])('does not read %j', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it.each([
    [90_000, '90s'],
    [900_000, '15m'],
    [3_600_000, '1h'],
    [1_500, '1500ms'],
    [0, '0ms'],
  ])('writes %i ms so that it reads it back', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
    expect(parseDuration(text)).toBe(ms);
  });
});
