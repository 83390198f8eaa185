/** Turns of the event loop: what comes in by many connections at a time comes in one of them. */

/** Resolves once all that has come in by now is being worked on. It takes no time but that. */
export function afterThisTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
