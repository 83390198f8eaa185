/** Bounds concurrency and queue length, and is fair between callers: accounts, or the networks of strangers. */

export interface GateCaller {
  /** The account or network. */
  readonly chargedTo: string;
  /** Goes ahead of all unknown callers, and is never refused while it has nothing waiting. */
  readonly isKnown: boolean;
}

interface FairGate {
  /**
   * @param signal gives up the place in the queue; work that has begun must heed it itself
   * @returns null when the queue is full: at once, or later when another caller evicts this one
   * @throws the reason of the signal
   */
  pass<T>(caller: GateCaller, work: () => Promise<T>, signal?: AbortSignal): Promise<T | null>;
}

export interface FairGateLimits {
  readonly atOnce: number;
  /** How many of these one caller may hold. Default: all. */
  readonly ofCaller?: number;
  /** The queue limit of known callers, and that of the others. */
  readonly waiting: number;
}

type Admit = (isAdmitted: boolean) => void;

/**
 * Known callers go first. Within a lane callers are served round-robin, and when the lane is full, a caller with none waiting
 * evicts the last of the longest queue: a flood from one delays another by one request of each.
 */
export function createFairGate({ atOnce, ofCaller = atOnce, waiting }: FairGateLimits): FairGate {
  const known = createLane(waiting, true);
  const others = createLane(waiting, false);
  const heldBy = new Map<string, number>();
  let held = 0;

  const mayBegin = (chargedTo: string) => held < atOnce && (heldBy.get(chargedTo) ?? 0) < ofCaller;

  function count(chargedTo: string, change: 1 | -1): void {
    const after = (heldBy.get(chargedTo) ?? 0) + change;
    if (after > 0) heldBy.set(chargedTo, after);
    else heldBy.delete(chargedTo);
    held += change;
  }

  /** The slot passes directly to the next in line, so that no new caller overtakes it. */
  function release(chargedTo: string): void {
    count(chargedTo, -1);
    const next = known.take(mayBegin) ?? others.take(mayBegin);
    if (next === undefined) return;
    count(next.chargedTo, 1);
    next.admit(true);
  }

  return {
    async pass({ chargedTo, isKnown }, work, signal) {
      signal?.throwIfAborted();
      if (mayBegin(chargedTo)) count(chargedTo, 1);
      else if (!(await waitIn(isKnown ? known : others, chargedTo, signal))) return null;
      try {
        return await work();
      } finally {
        release(chargedTo);
      }
    },
  };
}

type Lane = ReturnType<typeof createLane>;

function waitIn(lane: Lane, chargedTo: string, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const leave = lane.add(chargedTo, (isAdmitted) => {
      signal?.removeEventListener('abort', giveUp);
      resolve(isAdmitted);
    });
    function giveUp(): void {
      leave();
      reject(signal?.reason as Error);
    }
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** One queue for each caller, in round-robin order. @param letsIn whether a caller with none waiting may exceed the limit */
function createLane(limit: number, letsIn: boolean) {
  const queues = new Map<string, Admit[]>();
  let size = 0;

  /** Evicts the last of the longest queue, unless every caller has just one. */
  function makeRoom(): boolean {
    const longest = [...queues.values()].reduce<Admit[]>((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length < 2) return letsIn;
    size -= 1;
    longest.pop()?.(false);
    return true;
  }

  function remove(chargedTo: string, admit: Admit): void {
    const queue = queues.get(chargedTo);
    const index = queue?.indexOf(admit) ?? -1;
    if (queue === undefined || index === -1) return;
    queue.splice(index, 1);
    size -= 1;
    if (queue.length === 0) queues.delete(chargedTo);
  }

  return {
    /** @returns gives up the place */
    add(chargedTo: string, admit: Admit): () => void {
      const queue = queues.get(chargedTo);
      if (size >= limit && (queue !== undefined || !makeRoom())) admit(false);
      else {
        if (queue === undefined) queues.set(chargedTo, [admit]);
        else queue.push(admit);
        size += 1;
      }
      return () => remove(chargedTo, admit);
    },
    take(mayBegin: (chargedTo: string) => boolean): { chargedTo: string; admit: Admit } | undefined {
      for (const [chargedTo, queue] of queues) {
        if (!mayBegin(chargedTo)) continue;
        queues.delete(chargedTo);
        const admit = queue.shift() as Admit;
        if (queue.length > 0) queues.set(chargedTo, queue);
        size -= 1;
        return { chargedTo, admit };
      }
      return undefined;
    },
  };
}
