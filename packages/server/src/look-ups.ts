/** Looking up credentials that have not proven valid yet: a few at once for each network, so that guesses wait for each other. */
import { createGate, type Gate } from './gate.ts';
import { ProblemError } from './problem.ts';

const AT_ONCE = 20;
/** After a restart a network of a hundred handsets reports with keys that all are still to be proven. */
const WAITING = 100;

/** @throws ProblemError rate.limited where too many of the network wait already */
export type LookUp = <T>(network: string, work: () => Promise<T>) => Promise<T>;

export function createLookUp(): LookUp {
  const gates = new Map<string, { readonly gate: Gate; users: number }>();

  return async (network, work) => {
    const entry = gates.get(network) ?? { gate: createGate(AT_ONCE, WAITING), users: 0 };
    gates.set(network, entry);
    entry.users += 1;
    try {
      const found = await entry.gate.pass(async () => ({ value: await work() }));
      if (found !== null) return found.value;
      throw new ProblemError('rate.limited', 'Too many logins or keys to check. Try again in a moment.', {
        retryAfterMs: 1_000,
      });
    } finally {
      entry.users -= 1;
      if (entry.users === 0) gates.delete(network);
    }
  };
}
