/** What the server's process and a render process say to each other, one report at a time. */
import type { FilteredReportLog, Report, TestReportLog } from './report-data.ts';

/** To the render process: a head, its logs in batches, then `render`. */
export type RenderOrder =
  | { readonly say: 'head'; readonly head: Report['head'] }
  | { readonly say: 'logs'; readonly logs: readonly (TestReportLog | FilteredReportLog)[] }
  | { readonly say: 'render' };

/** From it: `ready` once, after its fonts are loaded, and then one answer to each `render`. */
export type RenderAnswer =
  | { readonly say: 'ready' }
  | {
      readonly say: 'done';
      readonly pdf: Uint8Array;
      /** What the process holds in memory by now, in bytes. */
      readonly memory: number;
    }
  | { readonly say: 'failed'; readonly reason: string };
