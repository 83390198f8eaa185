/** The bench's SMSC as a process: started, told what to wait for, ended. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Tally, Word } from './tally.ts';

export interface Smsc {
  /** Of an SMPP gateway in a carriers file: where it is and how to bind. */
  readonly gateway: {
    readonly kind: 'smpp';
    readonly host: string;
    readonly port: number;
    readonly systemId: string;
    readonly password: string;
  };
  readonly pid: number;
  /**
   * Has it count anew. Resolves once it does, to a wait for so many acknowledged receipts.
   * @returns `done` rejects when they have not come within `withinMs`
   */
  expect(receipts: number, withinMs: number): Promise<{ readonly done: Promise<Tally> }>;
  /** What it has seen by now. */
  tell(): Promise<Tally>;
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

  function hear<W extends Word['word']>(wanted: W, withinMs = 10_000): Promise<Extract<Word, { word: W }>> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        child.off('message', listener);
        reject(new Error(`the SMSC did not say "${wanted}" within ${withinMs / 1_000} s`));
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

  const { port } = await hear('ready');
  return {
    gateway: { kind: 'smpp', host: '127.0.0.1', port, systemId: 'bench', password: PASSWORD },
    pid: child.pid ?? 0,
    async expect(receipts, withinMs) {
      const begun = hear('begun');
      order({ order: 'expect', receipts });
      await begun;
      const done = hear('done', withinMs).then(({ tally }) => tally);
      // Whoever fails before he waits for it has his own error to tell.
      done.catch(() => undefined);
      return { done };
    },
    async tell() {
      const told = hear('told');
      order({ order: 'tell' });
      return (await told).tally;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
