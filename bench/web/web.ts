/** `npm run bench:web`: the built console through Lighthouse, on the program and the data that `bench seed` has filled. */
import { logIn } from '../lists/client.ts';
import type { BenchOptions } from '../options.ts';
import { startProgram } from '../program.ts';
import { writeSection } from '../readme-section.ts';
import { audit, type Preset } from './audit.ts';
import { measureFirstPage } from './first-page.ts';
import { type Measured, scoresAsTable } from './scores.ts';

const SCREENS = [
  { name: 'login', path: '/login', needsSession: false },
  { name: 'create', path: '/create-tests', needsSession: true },
  { name: 'list', path: '/tests', needsSession: true },
  { name: 'analytics', path: '/reports', needsSession: true },
];
const PRESETS: readonly Preset[] = ['mobile', 'desktop'];

export async function measureWeb(options: BenchOptions): Promise<void> {
  const program = await startProgram(options.dataDir);
  try {
    const { cookie } = await logIn(program.url);
    const measured: Measured[] = [];
    for (const { name, path, needsSession } of SCREENS) {
      if (!name.includes(options.only)) continue;
      for (const preset of PRESETS) {
        const scores = await audit(new URL(path, program.url).href, needsSession ? cookie : '', preset);
        measured.push({ name, preset, scores });
        process.stderr.write(`${name}, ${preset}: ${scores.performance.toFixed(2)}\n`);
        for (const fault of scores.faults) process.stdout.write(`  ${fault}\n`);
      }
    }
    const scores = scoresAsTable(measured);
    process.stdout.write(scores);
    if ('list'.includes(options.only)) await measureFirstPage(program.url, cookie);
    if (options.write) await writeSection('web', scores);
  } finally {
    await program.stop();
  }
}
