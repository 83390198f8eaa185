/** The messages between the server process and a render process, for one report at a time. */
import type { AnyReportLog, Report } from './report-data.ts';

/** To the render process: a head, its logs in batches, then `render`. */
export type RenderCommand =
  | { readonly say: 'head'; readonly head: Report['head'] }
  | { readonly say: 'logs'; readonly logs: readonly AnyReportLog[] }
  | { readonly say: 'render' };

/** From the render process: `ready` once its fonts are loaded, then one reply to each `render`. */
export type RenderReply =
  | { readonly say: 'ready' }
  | {
      readonly say: 'done';
      readonly pdf: Uint8Array;
      /** The resident memory of the process, in bytes. */
      readonly memory: number;
    }
  | { readonly say: 'failed'; readonly reason: string };
