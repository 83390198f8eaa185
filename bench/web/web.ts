/** `npm run bench:web`: runs Lighthouse on the built console, with the program and the data of `bench seed`. */
import { logIn } from '../lists/client.ts';
import type { BenchOptions } from '../options.ts';
import { startProgram } from '../program.ts';
import { markdownTable, writeSection } from '../readme-section.ts';
import { measureAnswers } from './answers.ts';
import { audit, type Preset } from './audit.ts';
import { largeTest } from './large-test.ts';
import { type Measured, scoresAsTable } from './scores.ts';

/** @param testId a scheduled test from all offices */
function screensOf(testId: number) {
  return [
    { name: 'login', path: '/login', needsSession: false },
    { name: 'create', path: '/create-tests', needsSession: true },
    { name: 'update', path: `/update-test/${testId}`, needsSession: true },
    { name: 'list', path: '/tests', needsSession: true },
    { name: 'report', path: '/test-report/1', needsSession: true },
    { name: 'analytics', path: '/reports', needsSession: true },
    { name: 'gateways', path: '/gateways', needsSession: true },
  ];
}
const PRESETS: readonly Preset[] = ['mobile', 'desktop'];

export async function measureWeb(options: BenchOptions): Promise<void> {
  const program = await startProgram(options.dataDir);
  try {
    const client = await logIn(program.url);
    const { cookie } = client;
    const testId = await largeTest(program.url, client);
    const measured: Measured[] = [];
    for (const { name, path, needsSession } of screensOf(testId)) {
      if (!name.includes(options.only)) continue;
      for (const preset of PRESETS) {
        const scores = await audit(new URL(path, program.url).href, needsSession ? cookie : '', preset);
        measured.push({ name, preset, scores });
        process.stderr.write(`${name}, ${preset}: ${scores.performance.toFixed(2)}\n`);
        for (const fault of scores.faults) process.stdout.write(`  ${fault}\n`);
      }
    }
    let figures = measured.length === 0 ? '' : scoresAsTable(measured);
    if ('answers'.includes(options.only)) {
      const rows = await measureAnswers(program.url, cookie, testId);
      figures += `\n${markdownTable([['From action to painted result', 'median', 'worst of 5', 'met'], ...rows])}`;
    }
    process.stdout.write(figures);
    if (options.write) await writeSection('web', figures);
    client.close();
  } finally {
    await program.stop();
  }
}
