/** The renderer with real render processes, including what happens to a report when a process exits. */
import { fileURLToPath } from 'node:url';
import { startScript } from '@textprobe/domain/testing/child-program';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, expect, test } from 'vitest';
import { type RenderChild, startRenderChild } from './render-child.ts';
import type { Report, TestReportLog } from './report-data.ts';
import { createReportRenderer, type RendererOptions, RenderFailed } from './report-renderer.ts';
import { readPages } from './testing/pdf-text.ts';
import { mixedLogs, testHead, testReport } from './testing/sample-reports.ts';

const neverAborts = new AbortController().signal;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((renderer) => renderer.close()));
});

function open(options: Partial<RendererOptions> = {}) {
  const clock = createManualClock(0);
  const children: RenderChild[] = [];
  const startChild: RendererOptions['startChild'] = (given) => {
    const child = startRenderChild(given);
    children.push(child);
    return child;
  };
  const renderer = createReportRenderer({ clock }, { startChild, ...options });
  opened.push(renderer);
  return { clock, children, renderer };
}

function isAlive({ pid = 0 }: Pick<RenderChild, 'pid'>): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A report whose logs wait for `release`; `requested` resolves when the first of them is read. */
function heldReport(): { report: Report; requested: Promise<void>; release: () => void } {
  const requested = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  async function* logs(): AsyncGenerator<TestReportLog[]> {
    requested.resolve();
    await held.promise;
    yield mixedLogs(2);
  }
  return { report: { head: testHead(), logs: logs() }, requested: requested.promise, release: held.resolve };
}

test('no process is started before the first report, and one renders many', async () => {
  const { renderer, children } = open();
  expect(children).toHaveLength(0);
  for (let made = 0; made < 3; made += 1) {
    const pdf = await renderer.render(async () => testReport(mixedLogs(3)), neverAborts);
    expect((await readPages(pdf)).join(' ')).toContain('Test Executions (3)');
  }
  expect(children).toHaveLength(1);
});

test('a killed render process is replaced, and its report is retried', async () => {
  const { renderer, children } = open();
  let attempts = 0;
  const pdf = await renderer.render(async () => {
    attempts += 1;
    const { report, requested, release } = heldReport();
    void requested.then(() => {
      if (attempts === 1) process.kill(children[0]?.pid ?? 0, 'SIGKILL');
      release();
    });
    return report;
  }, neverAborts);
  expect(attempts).toBe(2);
  expect((await readPages(pdf))[0]).toContain('Test Report #42');
  expect(children.map(isAlive)).toEqual([false, true]);
});

test('a report whose process dies twice fails, without a third attempt', async () => {
  const { renderer, children } = open();
  const rendering = renderer.render(async () => {
    const { report, requested } = heldReport();
    void requested.then(() => process.kill(children.at(-1)?.pid ?? 0, 'SIGKILL'));
    return report;
  }, neverAborts);
  await expect(rendering).rejects.toThrow(RenderFailed);
  await expect(rendering).rejects.toThrow('ended with SIGKILL');
  expect(children).toHaveLength(2);
  // The renderer still works.
  expect(await renderer.render(async () => testReport(mixedLogs(1)), neverAborts)).toBeInstanceOf(Uint8Array);
});

test('a report that times out fails, and its process is killed', async () => {
  const { renderer, children, clock } = open();
  const { report, requested } = heldReport();
  const rendering = renderer.render(async () => report, neverAborts);
  await requested;
  const failed = expect(rendering).rejects.toThrow('too slow');
  await clock.advance(30_000);
  await failed;
  await expect.poll(() => children.map(isAlive)).toEqual([false]);
});

test('an aborted report frees its process', async () => {
  const { renderer, children } = open();
  const aborted = new AbortController();
  const { report, requested } = heldReport();
  const rendering = renderer.render(async () => report, aborted.signal);
  await requested;
  aborted.abort(new Error('the client disconnected'));
  await expect(rendering).rejects.toThrow('disconnected');
  await expect.poll(() => children.map(isAlive)).toEqual([false]);
  expect(await renderer.render(async () => testReport([]), neverAborts)).toBeInstanceOf(Uint8Array);
});

test('an error while reading the data reaches the caller', async () => {
  const { renderer } = open();
  async function* broken(): AsyncGenerator<TestReportLog[]> {
    yield mixedLogs(1);
    throw new Error('the database is gone');
  }
  const rendering = renderer.render(async () => ({ head: testHead(), logs: broken() }), neverAborts);
  await expect(rendering).rejects.toThrow('the database is gone');
  expect(await renderer.render(async () => testReport([]), neverAborts)).toBeInstanceOf(Uint8Array);
});

test('a process is replaced after its limit of reports, and stopped when idle', async () => {
  const { renderer, children, clock } = open({
    child: { timeLimitMs: 30_000, reportsPerProcess: 2, memoryLimit: 1e9 },
    idleMs: 60_000,
  });
  for (let made = 0; made < 3; made += 1) await renderer.render(async () => testReport([]), neverAborts);
  await expect.poll(() => children.map(isAlive)).toEqual([false, true]);
  await clock.advance(60_000);
  await expect.poll(() => children.map(isAlive)).toEqual([false, false]);
});

test('a process over its memory limit is replaced after its report', async () => {
  const { renderer, children } = open({
    child: { timeLimitMs: 30_000, reportsPerProcess: 100, memoryLimit: 1 },
  });
  await renderer.render(async () => testReport([]), neverAborts);
  await renderer.render(async () => testReport([]), neverAborts);
  expect(children).toHaveLength(2);
});

test('closing is idempotent, stops all processes and fails reports in progress', async () => {
  const { renderer, children } = open();
  const { report, requested } = heldReport();
  const rendering = renderer.render(async () => report, neverAborts);
  await requested;
  const failed = expect(rendering).rejects.toThrow('the server is shutting down');
  await Promise.all([renderer.close(), renderer.close()]);
  await failed;
  expect(children.map(isAlive)).toEqual([false]);
  await expect(renderer.render(async () => report, neverAborts)).rejects.toThrow(RenderFailed);
});

test('a render process exits when its parent is killed', async () => {
  const parent = startScript(fileURLToPath(new URL('testing/parent-process.ts', import.meta.url)), []);
  const pid = Number((await parent.said(/^\d+$/mu))[0]);
  expect(isAlive({ pid })).toBe(true);
  parent.process.kill('SIGKILL');
  await expect.poll(() => isAlive({ pid }), { timeout: 10_000 }).toBe(false);
});
