import { describe, expect, it } from 'vitest';
import { createManualClock } from './manual-clock.ts';

describe('the manual clock', () => {
  it('stands still until it is moved', async () => {
    const clock = createManualClock(1_000);
    expect(clock.now()).toBe(1_000);
    await clock.advance(500);
    expect(clock.now()).toBe(1_500);
  });

  it('fires timers in the order of their instants, each at its own', async () => {
    const clock = createManualClock(0);
    const fired: string[] = [];
    clock.after(20, () => fired.push(`b ${clock.now()}`));
    clock.after(10, () => fired.push(`a ${clock.now()}`));
    clock.after(20, () => fired.push(`c ${clock.now()}`));
    clock.after(31, () => fired.push('too late'));
    await clock.advance(30);
    expect(fired).toEqual(['a 10', 'b 20', 'c 20']);
    expect(clock.pending).toBe(1);
  });

  it('runs what a timer wakes before the next one fires, and fires what was set meanwhile', async () => {
    const clock = createManualClock(0);
    const seen: number[] = [];
    const loop = async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await clock.sleep(10);
        seen.push(clock.now());
      }
    };
    const done = loop();
    await clock.advance(30);
    await done;
    expect(seen).toEqual([10, 20, 30]);
  });

  it('never calls what was cancelled', async () => {
    const clock = createManualClock(0);
    let calls = 0;
    const cancel = clock.after(10, () => {
      calls += 1;
    });
    cancel();
    cancel();
    await clock.advance(20);
    expect(calls).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it('ends a sleep with the reason of its signal, and leaves nothing pending', async () => {
    const clock = createManualClock(0);
    const stop = new AbortController();
    const sleep = clock.sleep(10, stop.signal);
    expect(clock.pending).toBe(1);
    stop.abort(new Error('stopping'));
    await expect(sleep).rejects.toThrow('stopping');
    await expect(clock.sleep(10, stop.signal)).rejects.toThrow('stopping');
    expect(clock.pending).toBe(0);
  });
});
