/**
 * `npm run bench -- smpp`: submit_sm over one session with a window of 100, client and server in a process each, by our
 * library and by npm `smpp` in turns, without receipts and with.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../options.ts';
import { writeSection } from '../readme-section.ts';
import type { Library, Question } from './peer.ts';
import { type Measured, type Round, wireAsText } from './report.ts';

const PEER = fileURLToPath(new URL('./peer.ts', import.meta.url));
/** A round of ours; npm `smpp` gets less of it, which takes it about as long. */
const MESSAGES: Record<Library, number> = { ours: 400_000, 'ours-promised': 400_000, npm: 60_000 };
/** So long that the engine has compiled what it will compile. */
const WARM_UP_SHARE = 0.5;

const NAMES: Record<Library, string> = {
  ours: '@textprobe/smpp',
  'ours-promised': '@textprobe/smpp, a promise each',
  npm: 'npm smpp 0.5.1',
};

interface Pair {
  readonly library: Library;
  readonly smsc: ChildProcess;
  readonly esme: ChildProcess;
}

export async function measureSmpp({ rounds, write }: BenchOptions): Promise<void> {
  const pairs: Pair[] = [];
  try {
    for (const library of ['ours', 'ours-promised', 'npm'] as const) pairs.push(await startPair(library));
    const measured: Measured[] = [];
    for (const withReceipts of [false, true]) {
      const rows = pairs.map(({ library }) => ({
        name: NAMES[library],
        isOurs: library !== 'npm',
        withReceipts,
        rounds: [] as Round[],
      }));
      for (const pair of pairs) await measureRound(pair, withReceipts, WARM_UP_SHARE);
      for (let round = 0; round < rounds; round += 1)
        for (const [index, pair] of pairs.entries()) {
          const result = await measureRound(pair, withReceipts, 1);
          rows[index]?.rounds.push(result);
          const { perSecond, esmeUs, smscUs } = result;
          process.stderr.write(
            `${NAMES[pair.library]}${withReceipts ? ' with receipts' : ''}: ${Math.round(perSecond)} messages a second, ` +
              `${esmeUs.toFixed(1)} + ${smscUs.toFixed(1)} µs\n`,
          );
        }
      measured.push(...rows);
    }
    const figures = wireAsText(measured);
    process.stdout.write(figures);
    if (write) await writeSection('smpp', figures);
  } finally {
    for (const { smsc, esme } of pairs) {
      esme.disconnect();
      smsc.disconnect();
    }
  }
}

async function startPair(library: Library): Promise<Pair> {
  const smsc = fork(PEER, ['smsc', library]);
  const port = await nextWord(smsc);
  const esme = fork(PEER, ['esme', library, String(port)]);
  await nextWord(esme);
  return { library, smsc, esme };
}

async function measureRound(
  { library, smsc, esme }: Pair,
  withReceipts: boolean,
  share: number,
): Promise<Round> {
  const count = MESSAGES[library] * share;
  const before = [await ask(esme, { ask: 'cpu' }), await ask(smsc, { ask: 'cpu' })] as const;
  const ms = await ask(esme, { ask: 'send', count, withReceipts });
  const after = [await ask(esme, { ask: 'cpu' }), await ask(smsc, { ask: 'cpu' })] as const;
  return {
    perSecond: count / (ms / 1_000),
    esmeUs: (after[0] - before[0]) / count,
    smscUs: (after[1] - before[1]) / count,
  };
}

function ask(peer: ChildProcess, question: Question): Promise<number> {
  peer.send(question);
  return nextWord(peer);
}

async function nextWord(peer: ChildProcess): Promise<number> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error('a peer ended too early'));
  peer.once('exit', onExit);
  try {
    const [word] = (await once(peer, 'message', { signal: ended.signal })) as [number];
    return word;
  } finally {
    peer.off('exit', onExit);
  }
}
