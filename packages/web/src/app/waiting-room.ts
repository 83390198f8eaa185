/** Where calls wait that were refused for want of a session, until somebody logs in again or leaves. */

export interface WaitingRoom {
  /** Answers true when the call is to be sent again. */
  wait(): Promise<boolean>;
  /** Lets all go that wait now. */
  release(sendAgain: boolean): void;
}

export function createWaitingRoom(): WaitingRoom {
  let waiting = new Set<(sendAgain: boolean) => void>();
  return {
    wait: () => new Promise((resolve) => waiting.add(resolve)),
    release(sendAgain) {
      const leaving = waiting;
      waiting = new Set();
      for (const resolve of leaving) resolve(sendAgain);
    },
  };
}
