/**
 * The process that turns report data into a PDF, started by `render-child.ts`: Typst computes for tenths of a second on
 * end and takes memory that is best given back by ending. It ends by itself when its parent is gone.
 */
import { presentReport } from './present-report.ts';
import type { RenderAnswer, RenderOrder } from './render-protocol.ts';
import type { FilteredReportLog, Report, TestReportLog } from './report-data.ts';
import { openTypst } from './typst-compiler.ts';

function answer(said: RenderAnswer): void {
  process.send?.(said);
}

process.on('disconnect', () => process.exit(0));
// Ctrl-C goes to every process of the terminal; whose reports are still wanted is the parent's to say.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

const typst = openTypst();
let head: Report['head'] | null = null;
let logs: (TestReportLog | FilteredReportLog)[] = [];

process.on('message', (order: RenderOrder) => {
  try {
    if (order.say === 'head') {
      head = order.head;
      logs = [];
    } else if (head === null) throw new Error(`'${order.say}' came before a head`);
    else if (order.say === 'logs') logs.push(...order.logs);
    else {
      const page = presentReport(head, logs);
      head = null;
      logs = [];
      const pdf = typst.render(page);
      answer({ say: 'done', pdf, memory: process.memoryUsage.rss() });
    }
  } catch (error) {
    head = null;
    answer({ say: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});

warmUp();
answer({ say: 'ready' });

/** The first report of a process would otherwise read its fonts and templates while somebody waits. */
function warmUp(): void {
  typst.render({ template: 'warm-up.typ', data: null, pictures: new Map(), tagged: false });
}
