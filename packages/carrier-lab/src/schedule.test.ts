/** The schedule in virtual time. */
import { createManualClock } from '@textprobe/smpp/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { createSchedule } from './schedule.ts';

describe('schedule', () => {
  it('runs actions when due, and equal ones in the order scheduled', () => {
    const clock = createManualClock();
    const schedule = createSchedule(clock);
    const ran: string[] = [];
    schedule.after(20, () => ran.push('b'));
    schedule.after(10, () => ran.push('a'));
    schedule.after(20, () => ran.push('c'));
    clock.advance(9);
    expect(ran).toEqual([]);
    clock.advance(1);
    expect(ran).toEqual(['a']);
    clock.advance(10);
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(schedule.size).toBe(0);
  });

  it('keeps the order of thousands on one timer', () => {
    const clock = createManualClock();
    const schedule = createSchedule(clock);
    const random = createRandom(1);
    const ran: number[] = [];
    for (let index = 0; index < 5_000; index += 1) {
      const delay = Math.floor(random.next() * 1_000);
      schedule.after(delay, () => ran.push(delay));
    }
    expect(clock.pending).toBe(1);
    clock.advance(1_000);
    expect(ran).toHaveLength(5_000);
    expect(ran).toEqual([...ran].sort((a, b) => a - b));
    expect(clock.pending).toBe(0);
  });

  it('runs what an action schedules, and calls back after each run', () => {
    const clock = createManualClock();
    let runs = 0;
    const schedule = createSchedule(clock, () => {
      runs += 1;
    });
    const ran: number[] = [];
    schedule.after(5, () => {
      ran.push(clock.now());
      schedule.after(5, () => ran.push(clock.now()));
    });
    clock.advance(20);
    expect(ran).toEqual([5, 10]);
    expect(runs).toBe(2);
  });

  it('runs nothing once stopped', () => {
    const clock = createManualClock();
    const schedule = createSchedule(clock);
    let ran = 0;
    const count = () => {
      ran += 1;
    };
    schedule.after(1, () => {
      count();
      schedule.stop();
    });
    schedule.after(1, count);
    clock.advance(5);
    schedule.after(1, count);
    clock.advance(5);
    expect(ran).toBe(1);
    expect(clock.pending).toBe(0);
  });
});
