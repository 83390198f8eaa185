/**
 * `npm run soak`: runs tests that depend on repetition far longer than `npm test`, one suite after another. Each
 * suite replaces its section of `docs/evidence.md`.
 *
 *   npm run soak                      every suite
 *   npm run soak -- requests races    some of them
 *   SOAK_SEED=7 npm run soak          again, with the seed of an earlier run
 */
import path from 'node:path';
import { runWithEvidence } from './evidence.mjs';

const TRUTH_MESSAGES = Number(process.env.TRUTH_MESSAGES ?? 1_000_000);

/** The suites: title, number of repetitions, files, whether they assert times, and lines to omit from the section. */
const SUITES = {
  requests: {
    title: 'Requests generated from the API description',
    counts:
      '10,000 requests; the heap after a garbage collection is compared between the first thousand and the last',
    omit: /: \d{3}×/u,
    files: ['packages/server/src/http/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '10000' },
  },
  races: {
    title: 'Updates and deletes that race the start of a run',
    counts: '200 rounds of each race',
    files: ['packages/server/src/features/tests/races.test.ts'],
  },
  schedules: {
    title: 'Workers killed while occurrences are due',
    counts: '2,000 occurrences within a minute, four workers, one killed with -9 every second',
    files: ['proof/schedules/due-soak.test.ts'],
  },
  kills: {
    title: 'Workers killed at every step of a message',
    counts:
      'Fifty workers killed with -9 at each of six steps, ten alone and forty as one of three; then thirty that break promise 3 on purpose',
    omit: /^ {2}killed/u,
    files: ['proof/kills/kill-matrix.test.ts'],
  },
  nights: {
    title: 'Simulated nights: deaths at every commit, repeated receipts, clocks that jump',
    counts: 'Seeds 1 to 1,000, whatever the seed below',
    files: ['proof/simulation/simulation.test.ts'],
    env: { SIMULATION_SEEDS: '1000' },
  },
  ledgers: {
    title: 'Evidence in any order, and the sums computed from it',
    counts: 'Ten times as many histories, filters and messages as in npm test',
    files: [
      'packages/domain/src/message-lifecycle.order.test.ts',
      'packages/engine/src/receive/evidence-order.test.ts',
      'packages/database/src/rollups/rollup-rebuild.test.ts',
      'packages/server/src/features/analytics/analytics-routes.test.ts',
      'packages/server/src/features/messages/message-list-routes.test.ts',
    ],
  },
  truth: {
    title: 'Verdicts compared with the lab’s record of what truly happened',
    counts: `${TRUTH_MESSAGES.toLocaleString('en-US')} messages, then 10,000 over links that are cut repeatedly, then a thousand at 50 per second by the real clock`,
    omit: /^(?:fates in the lab|what arrived|events in)/u,
    files: ['proof/truth/truth.test.ts'],
    env: { TRUTH_MESSAGES: String(TRUTH_MESSAGES), TRUTH_FAULTS: faultsFile() },
  },
  wire: {
    title: 'The wire protocol: PDUs, parts, garbage',
    counts: 'Ten times as many PDUs, texts and cuts as in npm test',
    files: [
      'packages/smpp/src/codec.test.ts',
      'packages/smpp/src/concatenation.test.ts',
      'packages/smpp/src/pdu-reader.test.ts',
      'packages/smpp/src/server.test.ts',
      'packages/smpp/src/fuzz.test.ts',
      'packages/smpp/src/every-call-ends.test.ts',
      'packages/smpp/src/split-message.test.ts',
      'packages/smpp/src/named-tlvs.test.ts',
      'packages/gateways/src/pacing/pace.test.ts',
    ],
  },
  faults: {
    title: 'Faults of database, disk and carrier under load',
    counts:
      '30 seconds without PostgreSQL, ten virtual minutes without a carrier, 200 nights with the worst carrier; other faults as in npm test',
    files: [
      'packages/cli/src/commands/database-away.test.ts',
      'packages/cli/src/commands/database-silent.test.ts',
      'packages/cli/src/commands/disk-full.test.ts',
      'packages/cli/src/commands/carrier-faults.test.ts',
      'packages/cli/src/commands/shutdown-drain.test.ts',
      'packages/engine/src/carrier-away.test.ts',
      'packages/gateways/src/smpp/dead-link.test.ts',
      'packages/gateways/src/smpp/worst-carrier.test.ts',
    ],
  },
  overload: {
    title: 'Five times the load that the program can handle, and hostile clients',
    counts:
      'Five minutes at five times the peak measured just before (of ten requests six read, three are handset reports, one creates a test); 2,000 sockets that trickle bodies, 4,200 idle connections, floods of 64 probes',
    omit: /^peak:/u,
    files: ['packages/cli/src/commands/overload.test.ts', 'packages/cli/src/commands/strangers.test.ts'],
    isTimed: true,
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
      'packages/cli/src/directory/json-reader.test.ts',
    ],
  },
};

/** All faults with their evidence, one per line; docs/evidence.md only has counts by kind. */
function faultsFile() {
  const folder = path.join(import.meta.dirname, '..', '.cache', 'reports');
  return process.env.TRUTH_FAULTS ?? path.join(folder, `${process.pid}-truth-faults.jsonl`);
}

async function main() {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !Object.hasOwn(SUITES, name));
  if (unknown.length > 0) {
    throw new Error(`unknown suite: ${unknown.join(', ')}; the suites are ${Object.keys(SUITES).join(', ')}`);
  }
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
  return runWithEvidence({
    name,
    title: suite.title,
    counts: `${suite.counts}.`,
    command: `npm run soak -- ${name}`,
    again: `SOAK_SEED=${seed} npm run soak -- ${name}`,
    facts: [],
    args: [
      '--config',
      'scripts/soak.config.ts',
      // This suite asserts times, so its files run one after another.
      ...(suite.isTimed ? ['--no-file-parallelism'] : []),
      ...suite.files,
    ],
    env: { TEXTPROBE_SOAK: '1', SOAK_SEED: seed, FUZZ_SEED: seed, ...suite.env },
    tally: 'FUZZ_REPORT',
    omit: suite.omit,
  });
}

await main().catch((error) => {
  process.stderr.write(`textprobe: ${error.message}\n`);
  process.exitCode = 1;
});
