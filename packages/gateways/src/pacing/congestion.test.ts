import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { createCongestion } from './congestion.ts';

function congested(window: number) {
  const clock = createManualClock();
  let resumed = 0;
  const onResume = () => {
    resumed += 1;
  };
  const congestion = createCongestion({ clock, window, random: () => 0, onResume });
  return { clock, congestion, resumed: () => resumed };
}

test('a busy answer causes a pause, then half the window, which slowly grows back', async () => {
  const { clock, congestion, resumed } = congested(8);
  expect(congestion.limit()).toBe(8);
  congestion.busy(clock.now());
  expect(congestion.limit()).toBe(0);
  expect(congestion.pauseLeftMs()).toBe(500);
  await clock.advance(500);
  expect(resumed()).toBe(1);
  expect(congestion.limit()).toBe(4);
  for (let i = 0; i < 4; i += 1) congestion.accepted();
  expect(congestion.limit()).toBe(4);
  for (let i = 0; i < 2; i += 1) congestion.accepted();
  expect(congestion.limit()).toBe(5);
  for (let i = 0; i < 1_000; i += 1) congestion.accepted();
  expect(congestion.limit()).toBe(8);
});

test('a window of busy answers counts once, and consecutive pauses grow to 30 seconds', async () => {
  const { clock, congestion } = congested(8);
  const pauses: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    await clock.advance(1);
    const writtenAt = clock.now();
    for (let i = 0; i < 8; i += 1) congestion.busy(writtenAt);
    pauses.push(congestion.pauseLeftMs());
    await clock.advance(congestion.pauseLeftMs());
    congestion.busy(writtenAt); // a straggler from before the pause
    expect(congestion.pauseLeftMs()).toBe(0);
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(congestion.limit()).toBe(1);
});

test('a new session starts over', async () => {
  const { clock, congestion, resumed } = congested(8);
  congestion.busy(clock.now());
  congestion.reset();
  expect(congestion.limit()).toBe(8);
  await clock.advance(60_000);
  expect(resumed()).toBe(0);
  expect(clock.pending).toBe(0);
});
