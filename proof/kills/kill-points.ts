/** The kill points: every step of a message between its claim and its end, in order. */

/** Each point, and the state of the process there. */
export const KILL_POINTS = {
  claim: 'the claim has been sent to the database',
  intent: 'the claim is committed, nothing is written to the carrier',
  'partly written': 'a submit_sm is written except its last octets',
  written: 'a submit_sm is completely written',
  answered: 'the carrier’s response is read but not recorded',
  'answer recorded': 'the response is recorded but not committed',
  'answer committed': 'the response is committed but not acted upon',
  'receipt recorded': 'a receipt is recorded but not committed',
  'receipt committed': 'a receipt is committed but not acknowledged to the carrier',
  'reception recorded': 'a handset’s report is sent to the database but not committed',
  'reception committed': 'a handset’s report is committed but not answered',
} as const;

/** A kill point. */
export type KillPoint = keyof typeof KILL_POINTS;

/** The steps of a message, with the points of each. */
export const KILL_STEPS: readonly (readonly KillPoint[])[] = [
  ['claim'],
  ['intent'],
  ['partly written', 'written'],
  ['answered', 'answer recorded', 'answer committed'],
  ['receipt recorded', 'receipt committed'],
  ['reception recorded', 'reception committed'],
];

/** The arguments of a worker process, as JSON. */
export interface WorkerOptions {
  readonly url: string;
  readonly workerId: string;
  /** Gateway ids and the ports of their carriers. */
  readonly gateways: readonly { readonly id: number; readonly port: number }[];
  readonly leaseMs: number;
  /** Where the worker kills itself; null: never. */
  readonly point: KillPoint | null;
  /** How often it must reach the point first. */
  readonly nth: number;
  /** Violates promise 3: claims are committed only after the carrier has received the message. */
  readonly writesFirst: boolean;
}

/** What a worker prints to standard output once it is ready. */
export interface WorkerReady {
  /** The port of its inbox. */
  readonly port: number;
}

/** Decides when a worker kills itself. */
export interface KillSwitch {
  /** Counts the visit; true if the worker must be killed now. */
  isDue(point: KillPoint): boolean;
  /** Sends SIGKILL to itself, so that nothing is flushed. */
  kill(): void;
}

/** Kills the worker when it reaches its point for the nth time. */
export function createKillSwitch({ point, nth }: Pick<WorkerOptions, 'point' | 'nth'>): KillSwitch {
  let visits = 0;
  return {
    isDue(reached) {
      if (reached !== point) return false;
      visits += 1;
      return visits === nth;
    },
    kill: () => void process.kill(process.pid, 'SIGKILL'),
  };
}
