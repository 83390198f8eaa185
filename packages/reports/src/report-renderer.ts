/** Renders reports to PDF, each in a process of its own that is then kept for later ones. The caller bounds how many run at once. */
import type { Clock } from '@textprobe/domain/clock';
import {
  type RenderChild,
  type RenderChildOptions,
  type RenderOutcome,
  startRenderChild,
} from './render-child.ts';
import type { Report } from './report-data.ts';

export interface ReportRenderer {
  /**
   * @param load reads the data; called again if the render process dies
   * @param signal cancels the report and frees its process
   * @throws RenderFailed if it timed out or could not be rendered; and any error of `load`
   */
  render(load: () => Promise<Report>, signal: AbortSignal): Promise<Uint8Array>;
  /** Stops all render processes; unfinished reports fail. Idempotent. */
  close(): Promise<void>;
}

/** Failed for an internal reason: a timeout, a dead process, a template error. */
export class RenderFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RenderFailed';
  }
}

export interface RendererOptions {
  readonly child: Omit<RenderChildOptions, 'clock'>;
  /** How long a process may be idle before it is stopped. Milliseconds. */
  readonly idleMs: number;
  /** Starts a render process; tests use it to observe that. */
  readonly startChild: (options: RenderChildOptions) => RenderChild;
}

/** A long report takes about 2 s and 400 MB; the limits leave room for slow machines. */
const DEFAULTS: RendererOptions = {
  child: { timeLimitMs: 30_000, reportsPerProcess: 200, memoryLimit: 700_000_000 },
  idleMs: 600_000,
  startChild: startRenderChild,
};

/** Starts no process before the first report. */
export function createReportRenderer(
  { clock }: { readonly clock: Clock },
  given: Partial<RendererOptions> = {},
): ReportRenderer {
  const options = { ...DEFAULTS, ...given };
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

  function returnChild(child: RenderChild): void {
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

  async function attempt(load: () => Promise<Report>, signal: AbortSignal): Promise<RenderOutcome> {
    const report = await load();
    signal.throwIfAborted();
    const child = takeChild();
    try {
      return await child.render(report, signal);
    } finally {
      returnChild(child);
    }
  }

  return {
    async render(load, signal) {
      const aborted = AbortSignal.any([signal, closing.signal]);
      aborted.throwIfAborted();
      let outcome = await attempt(load, aborted);
      // Retry once: a report that kills its process would kill the next one too.
      if (outcome.kind === 'died') outcome = await attempt(load, aborted);
      if (outcome.kind === 'made') return outcome.pdf;
      aborted.throwIfAborted();
      throw new RenderFailed('reason' in outcome ? outcome.reason : outcome.kind);
    },
    async close() {
      closing.abort(new RenderFailed('the server is shutting down'));
      cancelIdle();
      await Promise.all([...all].map((child) => child.kill()));
    },
  };
}
