/** Gates that let few things happen at once and a bounded number wait: one for anybody, one that is fair to each network. */
import PQueue from 'p-queue';

/** The rest is turned away at the door. */
export interface Gate {
  /** Answers null at once when too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T | null>;
}

export function createGate(atOnce: number, waiting: number): Gate {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    pass: async (work) => (queue.pending >= atOnce && queue.size >= waiting ? null : queue.add(work)),
  };
}

export interface GateCaller {
  readonly network: string;
  /** Goes before all that are not. */
  readonly isKnown: boolean;
}

interface FairGate {
  /** Answers null where too many wait already, at once or when a place is given up to another network. */
  pass<T>(caller: GateCaller, work: () => Promise<T>): Promise<T | null>;
}

type Enter = (isLetIn: boolean) => void;

/**
 * Known callers go first; within a lane networks take turns, and where the lane is full, the network with the longest queue
 * gives way to one that has nobody in it: however much one asks, another waits for one turn of each.
 * @param waiting how many may wait in each lane
 */
export function createFairGate(atOnce: number, waiting: number): FairGate {
  const known = createLane(waiting);
  const others = createLane(waiting);
  let busy = 0;

  return {
    async pass({ network, isKnown }, work) {
      if (busy >= atOnce) {
        const lane = isKnown ? known : others;
        if (!(await new Promise<boolean>((enter) => lane.add(network, enter)))) return null;
      } else busy += 1;
      try {
        return await work();
      } finally {
        // The place is handed on, so that nobody slips in between.
        const next = known.take() ?? others.take();
        if (next) next(true);
        else busy -= 1;
      }
    },
  };
}

/** Queues by network, in the order of their turns. */
function createLane(places: number) {
  const queues = new Map<string, Enter[]>();
  let size = 0;

  /** Takes the last place of the longest queue away, unless every network has just one. */
  function makeRoom(): boolean {
    const longest = [...queues.values()].reduce<Enter[]>((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length < 2) return false;
    longest.pop()?.(false);
    size -= 1;
    return true;
  }

  return {
    add(network: string, enter: Enter): void {
      const queue = queues.get(network);
      if (size >= places && (queue !== undefined || !makeRoom())) return enter(false);
      if (queue === undefined) queues.set(network, [enter]);
      else queue.push(enter);
      size += 1;
    },
    take(): Enter | undefined {
      const [turn] = queues;
      if (turn === undefined) return undefined;
      const [network, queue] = turn;
      queues.delete(network);
      const next = queue.shift();
      if (queue.length > 0) queues.set(network, queue);
      size -= 1;
      return next;
    },
  };
}
