/** Holds refused calls until the user has answered a dialog; resolves to true when they can be retried. */
export function createPendingCalls() {
  let answer = Promise.withResolvers<boolean>();
  return {
    wait: () => answer.promise,
    /** Resolves the calls waiting now; later ones wait for the next answer. */
    release(sendAgain: boolean) {
      answer.resolve(sendAgain);
      answer = Promise.withResolvers();
    },
  };
}
