/** The event stream shared by all tabs of a browser. */
import type { LiveEvent } from '@textprobe/contract/live';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followLiveEvents } from './live-stream.ts';

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    FakeSource.opened.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  emit(type: string, value: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(value) }));
  }
}

let stops: (() => void)[];

beforeEach(() => {
  FakeSource.opened = [];
  stops = [];
  vi.stubGlobal('EventSource', FakeSource);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A tab of this browser. The lock is Node's own, and shared like the browser's. */
async function openTab() {
  const received: LiveEvent[] = [];
  const stop = followLiveEvents((event) => received.push(event));
  stops.push(stop);
  await vi.waitFor(() => expect(FakeSource.opened.length).toBeGreaterThan(0), { timeout: 15_000 });
  return { received, stop };
}

it('opens one stream for two tabs, which both receive every change', async () => {
  const [first, second] = [await openTab(), await openTab()];
  expect(FakeSource.opened).toHaveLength(1);
  FakeSource.opened[0]?.onopen?.();
  FakeSource.opened[0]?.emit('tests', { testIds: [7] });
  const all = [{ many: true }, { testIds: [7] }];
  expect(first.received).toEqual(all);
  await vi.waitFor(() => expect(second.received).toEqual(all), { timeout: 15_000 });
});

it('is taken over by another tab when the one that held it closes', async () => {
  const [first] = [await openTab(), await openTab()];
  first.stop();
  await vi.waitFor(() => expect(FakeSource.opened).toHaveLength(2), { timeout: 15_000 });
  expect(FakeSource.opened[0]?.readyState).toBe(FakeSource.CLOSED);
});

it('reconnects a rejected stream with increasing delays', async () => {
  await openTab();
  for (const waitMs of [1_000, 2_000, 4_000]) {
    const before = FakeSource.opened.length;
    const source = FakeSource.opened.at(-1);
    source?.close();
    source?.onerror?.();
    vi.advanceTimersByTime(waitMs - 1);
    expect(FakeSource.opened).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSource.opened).toHaveLength(before + 1);
  }
});

it('ends with the session, and makes every screen refetch', async () => {
  const { received } = await openTab();
  FakeSource.opened[0]?.emit('end', { reason: 'expired' });
  expect(FakeSource.opened[0]?.readyState).toBe(FakeSource.CLOSED);
  expect(received).toEqual([{ many: true }]);
});

it('reconnects by itself while the server is replaced by another process', async () => {
  const { received } = await openTab();
  FakeSource.opened[0]?.emit('end', { reason: 'draining' });
  expect(FakeSource.opened[0]?.readyState).toBe(1);
  expect(received).toEqual([]);
});
