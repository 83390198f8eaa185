/**
 * Turns reports into PDFs: a few render processes, a bounded line before them. The data of a report is only gathered
 * when its turn has come, so those who wait cost nothing but their place.
 */
import type { Clock } from '@textprobe/domain/clock';
import { createLine } from './line.ts';
import {
  type RenderChild,
  type RenderChildOptions,
  type RenderOutcome,
  startRenderChild,
} from './render-child.ts';
import type { Report } from './report-data.ts';

export interface ReportRenderer {
  /**
   * @param gather reads the data; called when its turn has come, and once more should its render process die
   * @param signal aborts when nobody wants the report any more: its place, or its process, is given up
   * @throws RendererBusy when too many wait already
   * @throws RenderFailed when it took too long, or could not be made; and whatever `gather` throws
   */
  render(gather: () => Promise<Report>, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends all render processes; reports not made yet fail. Idempotent. */
  close(): Promise<void>;
}

/** Refused at once: too many wait already. */
export class RendererBusy extends Error {
  constructor() {
    super('too many reports are being made');
    this.name = 'RendererBusy';
  }
}

/** Not made, for a reason of ours: too slow, a dead process, a fault of a template. */
export class RenderFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RenderFailed';
  }
}

export interface RendererOptions {
  /** Render processes, and so reports at once. */
  readonly atOnce: number;
  /** How many may wait beyond those. */
  readonly waiting: number;
  readonly child: Omit<RenderChildOptions, 'clock'>;
  /** A process that had nothing to do for so long is ended. Milliseconds. */
  readonly idleMs: number;
  /** Starts a render process; tests watch it do so. */
  readonly startChild: (options: RenderChildOptions) => RenderChild;
}

/** A long report takes some 2 s and 400 MB; the limits leave room for a slow machine. */
const DEFAULTS: RendererOptions = {
  atOnce: 2,
  waiting: 20,
  child: { timeLimitMs: 30_000, reportsPerProcess: 200, memoryLimit: 700_000_000 },
  idleMs: 600_000,
  startChild: startRenderChild,
};

/** Starts no process until the first report is asked for. */
export function createReportRenderer(
  { clock }: { readonly clock: Clock },
  given: Partial<RendererOptions> = {},
): ReportRenderer {
  const options = { ...DEFAULTS, ...given };
  const line = createLine(options.atOnce, options.waiting);
  const idle: RenderChild[] = [];
  const all = new Set<RenderChild>();
  const closing = new AbortController();
  let cancelIdle = () => {};

  function takeChild(): RenderChild {
    cancelIdle();
    for (let child = idle.pop(); child !== undefined; child = idle.pop()) {
      if (child.fit) return child;
      all.delete(child);
    }
    const child = options.startChild({ ...options.child, clock });
    all.add(child);
    return child;
  }

  function giveBack(child: RenderChild): void {
    if (!child.fit) {
      all.delete(child);
      return;
    }
    idle.push(child);
    cancelIdle();
    cancelIdle = clock.after(options.idleMs, () => {
      for (const one of idle.splice(0)) {
        all.delete(one);
        void one.kill();
      }
    });
  }

  async function attempt(gather: () => Promise<Report>, signal: AbortSignal): Promise<RenderOutcome> {
    const report = await gather();
    signal.throwIfAborted();
    const child = takeChild();
    try {
      return await child.render(report, signal);
    } finally {
      giveBack(child);
    }
  }

  return {
    async render(gather, signal) {
      const unwanted = AbortSignal.any([signal, closing.signal]);
      const leave = await line.enter(unwanted);
      if (leave === 'full') throw new RendererBusy();
      try {
        let outcome = await attempt(gather, unwanted);
        // Once: a report that kills its process kills the next one too.
        if (outcome.kind === 'died') outcome = await attempt(gather, unwanted);
        if (outcome.kind === 'made') return outcome.pdf;
        unwanted.throwIfAborted();
        throw new RenderFailed('reason' in outcome ? outcome.reason : outcome.kind);
      } finally {
        leave();
      }
    },
    async close() {
      closing.abort(new RenderFailed('the program is ending'));
      cancelIdle();
      await Promise.all([...all].map((child) => child.kill()));
    },
  };
}
