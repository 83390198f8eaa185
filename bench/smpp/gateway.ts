/**
 * `npm run bench -- gateway`: what the gateway port costs over the bare SMPP client, a message with its answer and its receipt:
 * by promises and by batches, in turns, each in a process of its own beside the bench's SMSC.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, median, targetLines, writeSection } from '../readme-section.ts';
import { type Smsc, startSmsc } from '../smsc/start-smsc.ts';
import type { Cost, Way } from './gateway-peer.ts';

const PEER = fileURLToPath(new URL('./gateway-peer.ts', import.meta.url));
const MESSAGES = 100_000;
const PATIENCE_MS = 120_000;
/** Microseconds of a message over the bare client. */
const TARGET_US = 4;

const NAMES: Record<Way, string> = {
  bare: 'the bare client',
  promises: 'the port, a promise each',
  batches: 'the port, by batches',
};

interface Arm {
  readonly way: Way;
  readonly peer: ChildProcess;
  readonly costs: Cost[];
}

export async function measureGateway({ messages, rounds, write }: BenchOptions): Promise<void> {
  const count = messages ?? MESSAGES;
  const smsc = await startSmsc();
  const arms: Arm[] = [];
  try {
    for (const way of ['bare', 'promises', 'batches'] as const)
      arms.push({ way, peer: await startPeer(way, smsc), costs: [] });
    for (const { peer } of arms) await sendRound(smsc, peer, Math.ceil(count / 2));
    for (let round = 0; round < rounds; round += 1)
      for (const { way, peer, costs } of arms) {
        const cost = await sendRound(smsc, peer, count);
        costs.push(cost);
        process.stderr.write(`${NAMES[way]}: ${cost.us.toFixed(2)} µs a message\n`);
      }
    const figures = describe(arms, count);
    process.stdout.write(figures);
    if (write) await writeSection('gateway', figures);
  } finally {
    for (const { peer } of arms) if (peer.connected) peer.disconnect();
    await smsc.stop();
  }
}

async function startPeer(
  way: Way,
  { gateway: { host, port, systemId, password } }: Smsc,
): Promise<ChildProcess> {
  const peer = fork(PEER, [way, JSON.stringify({ host, port, systemId, password })]);
  await nextWord(peer);
  return peer;
}

async function sendRound(smsc: Smsc, peer: ChildProcess, count: number): Promise<Cost> {
  const { done } = await smsc.expect(count, PATIENCE_MS);
  peer.send(count);
  const [cost, { submissions, codes }] = await Promise.all([nextWord(peer) as Promise<Cost>, done]);
  if (submissions !== count || codes !== count)
    throw new Error(`${submissions} submissions of ${codes} messages came for ${count}`);
  return cost;
}

async function nextWord(peer: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error('a peer ended too early'));
  peer.once('exit', onExit);
  try {
    const [word] = (await once(peer, 'message', { signal: ended.signal })) as [unknown];
    return word;
  } finally {
    peer.off('exit', onExit);
  }
}

function describe(arms: readonly Arm[], count: number): string {
  const cost = (wanted: Way) =>
    median(arms.find(({ way }) => way === wanted)?.costs.map(({ us }) => us) ?? []);
  const over = (way: Way) => cost(way) - cost('bare');
  const table = markdownTable([
    ['', 'a second, median', 'Node µs a message, each round', 'median', 'over the bare client', 'ratio'],
    ...arms.map(({ way, costs }) => [
      NAMES[way],
      figure(median(costs.map(({ ms }) => (count * 1_000) / ms))),
      costs.map(({ us }) => us.toFixed(1)).join(', '),
      cost(way).toFixed(1),
      way === 'bare' ? '–' : over(way).toFixed(1),
      (cost(way) / cost('bare')).toFixed(2),
    ]),
  ]);
  const target = {
    name: 'the port by batches over the bare client',
    value: over('batches'),
    target: TARGET_US,
    atLeast: false,
    unit: 'µs',
  };
  return `${figure(count)} messages a round.\n\n${table}\n${targetLines([target])}`;
}
