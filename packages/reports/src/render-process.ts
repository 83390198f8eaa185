/**
 * The process that renders report data into a PDF, started by `render-child.ts`: Typst blocks the CPU for tenths of a second
 * and its memory is best freed by exiting. Exits when its parent does.
 */
import { presentReport } from './present-report.ts';
import type { RenderCommand, RenderReply } from './render-protocol.ts';
import type { AnyReportLog, Report } from './report-data.ts';
import { openTypst } from './typst-compiler.ts';

function reply(message: RenderReply): void {
  process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
// Ctrl-C signals every process of the terminal; the parent decides whether its reports are still needed.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

const typst = openTypst();
let head: Report['head'] | null = null;
let logs: AnyReportLog[] = [];

process.on('message', (command: RenderCommand) => {
  try {
    if (command.say === 'head') {
      head = command.head;
      logs = [];
    } else if (head === null) throw new Error(`'${command.say}' arrived before a head`);
    else if (command.say === 'logs') logs.push(...command.logs);
    else {
      const page = presentReport(head, logs);
      head = null;
      logs = [];
      const pdf = typst.render(page);
      reply({ say: 'done', pdf, memory: process.memoryUsage.rss() });
    }
  } catch (error) {
    head = null;
    reply({ say: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});

warmUp();
reply({ say: 'ready' });

/** Loads fonts and templates, which the first report would otherwise wait for. */
function warmUp(): void {
  typst.render({ template: 'warm-up.typ', data: null, pictures: new Map(), tagged: false });
}
