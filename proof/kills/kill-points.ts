/** The moments at which a worker is killed: every step of a message between its claim and its end, in their order. */

/** What each is called, and where the process is then. */
export const KILL_POINTS = {
  claim: 'the claim is on its way to the database',
  intent: 'the claim is committed, no byte is written',
  'half written': 'a submit_sm is written but for its last octets',
  written: 'a submit_sm is written whole',
  answered: 'the carrier’s answer is read, nothing of it noted',
  'answer noted': 'the answer is noted, its transaction not committed',
  'answer committed': 'the answer is committed, nothing done about it',
  'receipt noted': 'a receipt is noted, its transaction not committed',
  'receipt committed': 'a receipt is committed, not acknowledged to the carrier',
  'reception noted': 'a handset’s report is noted or on its way to the database, nothing of it committed',
  'reception committed': 'a handset’s report is committed, not answered',
} as const;

/** One of them. */
export type KillPoint = keyof typeof KILL_POINTS;

/** The steps of a message, each with its points. */
export const KILL_STEPS: readonly (readonly KillPoint[])[] = [
  ['claim'],
  ['intent'],
  ['half written', 'written'],
  ['answered', 'answer noted', 'answer committed'],
  ['receipt noted', 'receipt committed'],
  ['reception noted', 'reception committed'],
];

/** What a worker process is told when it starts, as JSON. */
export interface WorkerLife {
  readonly url: string;
  readonly workerId: string;
  /** Ids of the gateways, and where their carriers listen. */
  readonly gateways: readonly { readonly id: number; readonly port: number }[];
  readonly leaseMs: number;
  /** Null: it is not to die by itself. */
  readonly point: KillPoint | null;
  /** Which time it comes by there. */
  readonly nth: number;
  /** It breaks promise 3: its claims are committed only after the carrier has the message. */
  readonly writesFirst: boolean;
}

/** What a worker says on its standard output once it works. */
export interface WorkerReady {
  /** Where its inbox listens. */
  readonly port: number;
}

/** Where a worker asks whether its moment has come. */
export interface Fate {
  /** Counts. True when it is time to die. */
  hasCome(point: KillPoint): boolean;
  /** With -9: nothing is said, nothing flushed. */
  die(): void;
}

/** A worker dies at its point, the nth time. */
export function createFate({ point, nth }: Pick<WorkerLife, 'point' | 'nth'>): Fate {
  let times = 0;
  return {
    hasCome(reached) {
      if (reached !== point) return false;
      times += 1;
      return times === nth;
    },
    die: () => void process.kill(process.pid, 'SIGKILL'),
  };
}
