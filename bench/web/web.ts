/** `npm run bench:web`: the built console through Lighthouse, on the program and the data that `bench seed` has filled. */
import { calls } from '@textprobe/contract/calls';
import type { BenchOptions } from '../options.ts';
import { PASSWORD, startProgram, USERNAME } from '../program.ts';
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
    const cookie = await sessionCookie(program.url);
    const measured: Measured[] = [];
    for (const { name, path, needsSession } of SCREENS) {
      if (!name.includes(options.only)) continue;
      for (const preset of PRESETS) {
        const scores = await audit(new URL(path, program.url).href, needsSession ? cookie : '', preset);
        measured.push({ name, preset, scores });
        process.stdout.write(scoresAsTable(measured.slice(-1), measured.length === 1));
        for (const fault of scores.faults) process.stdout.write(`  ${fault}\n`);
      }
    }
    if ('list'.includes(options.only)) await measureFirstPage(program.url, cookie);
    if (options.write) await writeSection('web', scoresAsTable(measured, true));
  } finally {
    await program.stop();
  }
}

async function sessionCookie(url: string): Promise<string> {
  const answer = await fetch(new URL(calls.login.path, url), {
    method: 'POST',
    body: new URLSearchParams({ username: USERNAME, password: PASSWORD }),
  });
  if (answer.status !== 200) throw new Error(`the login was refused (${answer.status}).`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
