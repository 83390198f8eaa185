/** Gates that bound concurrency and queue length: a plain one, and one that is fair between networks. */
import PQueue from 'p-queue';

export interface Gate {
  /** @returns null at once when the queue is full */
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
  /** Goes ahead of all unknown callers. */
  readonly isKnown: boolean;
}

interface FairGate {
  /** @returns null when the queue is full: at once, or later when another network evicts this caller */
  pass<T>(caller: GateCaller, work: () => Promise<T>): Promise<T | null>;
}

type Admit = (isAdmitted: boolean) => void;

/**
 * Known callers go first. Within a lane networks are served round-robin, and when the lane is full, a network with none
 * waiting evicts the last of the longest queue: a flood from one network delays another by one request of each.
 * @param waiting the queue limit of each lane
 */
export function createFairGate(atOnce: number, waiting: number): FairGate {
  const known = createLane(waiting);
  const others = createLane(waiting);
  let busy = 0;

  return {
    async pass({ network, isKnown }, work) {
      if (busy >= atOnce) {
        const lane = isKnown ? known : others;
        if (!(await new Promise<boolean>((admit) => lane.add(network, admit)))) return null;
      } else busy += 1;
      try {
        return await work();
      } finally {
        // The slot passes directly to the next in line, so that no new caller overtakes it.
        const next = known.take() ?? others.take();
        if (next) next(true);
        else busy -= 1;
      }
    },
  };
}

/** One queue for each network, in round-robin order. */
function createLane(limit: number) {
  const queues = new Map<string, Admit[]>();
  let size = 0;

  /** Evicts the last of the longest queue, unless every network has just one. */
  function makeRoom(): boolean {
    const longest = [...queues.values()].reduce<Admit[]>((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length < 2) return false;
    longest.pop()?.(false);
    size -= 1;
    return true;
  }

  return {
    add(network: string, admit: Admit): void {
      const queue = queues.get(network);
      if (size >= limit && (queue !== undefined || !makeRoom())) return admit(false);
      if (queue === undefined) queues.set(network, [admit]);
      else queue.push(admit);
      size += 1;
    },
    take(): Admit | undefined {
      const [first] = queues;
      if (first === undefined) return undefined;
      const [network, queue] = first;
      queues.delete(network);
      const next = queue.shift();
      if (queue.length > 0) queues.set(network, queue);
      size -= 1;
      return next;
    },
  };
}
