/**
 * The process that turns report data into a PDF, started by `render-child.ts`: Typst computes for tenths of a second on
 * end and takes memory that is best given back by ending. It ends by itself when its parent is gone.
 */
import { type PresentedReport, presentReport } from './present-report.ts';
import type { RenderAnswer, RenderOrder } from './render-protocol.ts';
import { openTypst } from './typst-compiler.ts';

function answer(said: RenderAnswer): void {
  process.send?.(said);
}

process.on('disconnect', () => process.exit(0));
// Ctrl-C goes to every process of the terminal; whose reports are still wanted is the parent's to say.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

const typst = openTypst();
let report: PresentedReport | null = null;

process.on('message', (order: RenderOrder) => {
  try {
    if (order.say === 'head') report = presentReport(order.head);
    else if (report === null) throw new Error(`'${order.say}' came before a head`);
    else if (order.say === 'logs') report.add(order.logs);
    else {
      const { template, data, pictures, tagged } = report.finish();
      report = null;
      const pdf = typst.render(template, { data, pictures, tagged });
      answer({ say: 'done', pdf, memory: process.memoryUsage.rss() });
    }
  } catch (error) {
    report = null;
    answer({ say: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});

warmUp();
answer({ say: 'ready' });

/** The first report of a process would otherwise read its fonts and templates while somebody waits. */
function warmUp(): void {
  typst.render('warm-up.typ', { data: null, pictures: new Map(), tagged: false });
}
