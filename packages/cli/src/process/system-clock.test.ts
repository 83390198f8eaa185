import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './system-clock.ts';

const START = 1_795_000_000_000;
const THIRTY_DAYS_MS = 30 * 86_400_000;

describe('the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns epoch milliseconds', () => {
    expect(systemClock.now()).toBe(START);
  });

  it('calls once after the given time, not before', () => {
    const fn = vi.fn();
    systemClock.after(1_000, fn);
    vi.advanceTimersByTime(999);
    expect(fn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(fn).toHaveBeenCalledOnce();
  });

  it('does not call a canceled timer, however often it is canceled', () => {
    const fn = vi.fn();
    const cancel = systemClock.after(1_000, fn);
    cancel();
    cancel();
    vi.advanceTimersByTime(2_000);
    expect(fn).not.toHaveBeenCalled();
  });

  it('waits longer than a Node timer can', () => {
    const fn = vi.fn();
    systemClock.after(THIRTY_DAYS_MS, fn);
    vi.advanceTimersByTime(THIRTY_DAYS_MS - 1);
    expect(fn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fn).toHaveBeenCalledOnce();
  });

  it('cancels a long wait in its second half too', () => {
    const fn = vi.fn();
    const cancel = systemClock.after(THIRTY_DAYS_MS, fn);
    vi.advanceTimersByTime(THIRTY_DAYS_MS - 1);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sleeps, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const slept = systemClock.sleep(500, signal);
    await vi.advanceTimersByTimeAsync(500);
    await expect(slept).resolves.toBeUndefined();
    expect(removed).toHaveBeenCalledOnce();
  });

  it('is woken by an abort with its reason, and nothing stays pending', async () => {
    const controller = new AbortController();
    const slept = systemClock.sleep(500, controller.signal);
    controller.abort(new Error('stopping'));
    await expect(slept).rejects.toThrow('stopping');
    await expect(systemClock.sleep(500, controller.signal)).rejects.toThrow('stopping');
    expect(vi.getTimerCount()).toBe(0);
  });
});
