/** The renderer over real render processes: what they make, and what becomes of a report when one of them ends. */
import { fileURLToPath } from 'node:url';
import { startScript } from '@textprobe/domain/testing/child-program';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, expect, test } from 'vitest';
import { type RenderChild, startRenderChild } from './render-child.ts';
import type { Report, TestReportLog } from './report-data.ts';
import { createReportRenderer, type RendererOptions, RenderFailed } from './report-renderer.ts';
import { readPages } from './testing/pdf-text.ts';
import { mixedLogs, testHead, testReport } from './testing/sample-reports.ts';

const wanted = new AbortController().signal;
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

/** A report whose logs come when they are let go; `asked` resolves when the first of them is asked for. */
function heldReport(): { report: Report; asked: Promise<void>; release: () => void } {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  async function* logs(): AsyncGenerator<TestReportLog[]> {
    asked.resolve();
    await held.promise;
    yield mixedLogs(2);
  }
  return { report: { head: testHead(), logs: logs() }, asked: asked.promise, release: held.resolve };
}

test('no process is started before the first report, and one makes many', async () => {
  const { renderer, children } = open();
  expect(children).toHaveLength(0);
  for (let made = 0; made < 3; made += 1) {
    const pdf = await renderer.render(async () => testReport(mixedLogs(3)), wanted);
    expect((await readPages(pdf)).join(' ')).toContain('Test Executions (3)');
  }
  expect(children).toHaveLength(1);
});

test('at most two reports are made at once, and the data of others is not read before their turn', async () => {
  const { renderer, children } = open();
  const held = Array.from({ length: 5 }, heldReport);
  const gathered: number[] = [];
  const made = held.map(({ report }, index) =>
    renderer.render(async () => {
      gathered.push(index);
      return report;
    }, wanted),
  );
  await Promise.all([held[0]?.asked, held[1]?.asked]);
  expect(gathered).toEqual([0, 1]);
  for (const { release } of held) release();
  expect(await Promise.all(made)).toHaveLength(5);
  expect(children).toHaveLength(2);
});

test('a render process that is killed is replaced, and its report made by the next', async () => {
  const { renderer, children } = open();
  let tries = 0;
  const pdf = await renderer.render(async () => {
    tries += 1;
    const { report, asked, release } = heldReport();
    void asked.then(() => {
      if (tries === 1) process.kill(children[0]?.pid ?? 0, 'SIGKILL');
      release();
    });
    return report;
  }, wanted);
  expect(tries).toBe(2);
  expect((await readPages(pdf))[0]).toContain('Test Report #42');
  expect(children.map(isAlive)).toEqual([false, true]);
});

test('a report whose process dies twice fails, with no third try', async () => {
  const { renderer, children } = open();
  const making = renderer.render(async () => {
    const { report, asked } = heldReport();
    void asked.then(() => process.kill(children.at(-1)?.pid ?? 0, 'SIGKILL'));
    return report;
  }, wanted);
  await expect(making).rejects.toThrow(RenderFailed);
  await expect(making).rejects.toThrow('ended with SIGKILL');
  expect(children).toHaveLength(2);
  // The renderer is as good as before.
  expect(await renderer.render(async () => testReport(mixedLogs(1)), wanted)).toBeInstanceOf(Uint8Array);
});

test('a report that takes too long fails, and its process is killed', async () => {
  const { renderer, children, clock } = open();
  const { report, asked } = heldReport();
  const making = renderer.render(async () => report, wanted);
  await asked;
  const failed = expect(making).rejects.toThrow('too slow');
  await clock.advance(30_000);
  await failed;
  await expect.poll(() => children.map(isAlive)).toEqual([false]);
});

test('a report that nobody wants any more gives up its process, and one in line its place', async () => {
  const { renderer, children } = open({ atOnce: 1, waiting: 1 });
  const gone = new AbortController();
  const { report, asked } = heldReport();
  const making = renderer.render(async () => report, gone.signal);
  const inLine = renderer.render(async () => testReport([]), gone.signal);
  await asked;
  gone.abort(new Error('the reader went away'));
  await expect(making).rejects.toThrow('went away');
  await expect(inLine).rejects.toThrow('went away');
  await expect.poll(() => children.map(isAlive)).toEqual([false]);
  expect(await renderer.render(async () => testReport([]), wanted)).toBeInstanceOf(Uint8Array);
});

test('what reading the data fails with is what the caller is told', async () => {
  const { renderer } = open();
  async function* broken(): AsyncGenerator<TestReportLog[]> {
    yield mixedLogs(1);
    throw new Error('the database is gone');
  }
  const making = renderer.render(async () => ({ head: testHead(), logs: broken() }), wanted);
  await expect(making).rejects.toThrow('the database is gone');
  expect(await renderer.render(async () => testReport([]), wanted)).toBeInstanceOf(Uint8Array);
});

test('a process is replaced after its number of reports, and ended when nothing is asked of it for long', async () => {
  const { renderer, children, clock } = open({
    child: { timeLimitMs: 30_000, reportsPerProcess: 2, memoryLimit: 1e9 },
    idleMs: 60_000,
  });
  for (let made = 0; made < 3; made += 1) await renderer.render(async () => testReport([]), wanted);
  await expect.poll(() => children.map(isAlive)).toEqual([false, true]);
  await clock.advance(60_000);
  await expect.poll(() => children.map(isAlive)).toEqual([false, false]);
});

test('a process that has grown fat is replaced after its report', async () => {
  const { renderer, children } = open({
    child: { timeLimitMs: 30_000, reportsPerProcess: 100, memoryLimit: 1 },
  });
  await renderer.render(async () => testReport([]), wanted);
  await renderer.render(async () => testReport([]), wanted);
  expect(children).toHaveLength(2);
});

test('closing ends all processes and fails what is under way, and twice is once', async () => {
  const { renderer, children } = open();
  const { report, asked } = heldReport();
  const making = renderer.render(async () => report, wanted);
  await asked;
  const failed = expect(making).rejects.toThrow('the program is ending');
  await Promise.all([renderer.close(), renderer.close()]);
  await failed;
  expect(children.map(isAlive)).toEqual([false]);
  await expect(renderer.render(async () => report, wanted)).rejects.toThrow(RenderFailed);
});

test('a render process ends by itself when its parent is killed', async () => {
  const parent = startScript(fileURLToPath(new URL('testing/parent-process.ts', import.meta.url)), []);
  const pid = Number((await parent.said(/^\d+$/mu))[0]);
  expect(isAlive({ pid })).toBe(true);
  parent.process.kill('SIGKILL');
  await expect.poll(() => isAlive({ pid }), { timeout: 10_000 }).toBe(false);
});
