/** Starts, controls and stops the benchmark's SMSC process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Tally, Word } from './tally.ts';

export interface Smsc {
  /** Settings for an SMPP gateway in a gateways file. */
  readonly gateway: {
    readonly kind: 'smpp';
    readonly host: string;
    readonly port: number;
    readonly systemId: string;
    readonly password: string;
  };
  readonly pid: number;
  /**
   * Resets the counts and resolves once they are reset.
   * @returns `done` resolves after `receipts` acknowledged receipts and rejects after `withinMs`
   */
  expect(receipts: number, withinMs: number): Promise<{ readonly done: Promise<Tally> }>;
  /** The current counts. */
  readTally(): Promise<Tally>;
  stop(): Promise<void>;
}

const SMSC = fileURLToPath(new URL('smsc.ts', import.meta.url));
const PASSWORD = 'bench';

/** @param lateMs delay of each receipt in milliseconds */
export async function startSmsc(lateMs = 0): Promise<Smsc> {
  const child = fork(SMSC, [PASSWORD, String(lateMs)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const order = (one: Order) => child.send(one);

  function receive<W extends Word['word']>(
    wanted: W,
    withinMs = 10_000,
  ): Promise<Extract<Word, { word: W }>> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        child.off('message', listener);
        reject(new Error(`the SMSC did not send "${wanted}" within ${withinMs / 1_000} s`));
      }, withinMs);
      const listener = (word: Word) => {
        if (word.word !== wanted) return;
        clearTimeout(limit);
        child.off('message', listener);
        resolve(word as Extract<Word, { word: W }>);
      };
      child.on('message', listener);
    });
  }

  const { port } = await receive('ready');
  return {
    gateway: { kind: 'smpp', host: '127.0.0.1', port, systemId: 'bench', password: PASSWORD },
    pid: child.pid ?? 0,
    async expect(receipts, withinMs) {
      const begun = receive('begun');
      order({ order: 'expect', receipts });
      await begun;
      const done = receive('done', withinMs).then(({ tally }) => tally);
      // If the caller fails before awaiting `done`, its own error matters.
      done.catch(() => undefined);
      return { done };
    },
    async readTally() {
      const answer = receive('tally');
      order({ order: 'tally' });
      return (await answer).tally;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
