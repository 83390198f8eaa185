/**
 * Who may use the window. A message takes its slots before its first part is written, one for each part, so that a long
 * one that has begun is never stuck behind others; those that find no room wait in line.
 */

export interface Slots {
  /** Slots taken, and those which waiting messages will take. */
  claimed(): number;
  /**
   * Takes `count` slots (the whole limit, where that is less), now or when they come free. The answer is how many, 0
   * when it has waited too long or the line is sent away.
   */
  take(count: number): number | Promise<number>;
  /** Takes one slot where one is free and nobody waits; else false, and nothing has happened. */
  takeFree(): boolean;
  give(count: number): void;
  /** Lets in whoever fits by now: call it when the limit may have risen. */
  admit(): void;
  /** Everybody waiting goes away empty-handed. */
  sendAway(): void;
}

/**
 * @param limit how many slots there are just now
 * @param waitTooLong calls `leave` once who begins to wait now has waited too long, unless what it returns is called before
 */
export function createSlots(limit: () => number, waitTooLong: (leave: () => void) => () => void): Slots {
  const line: { count: number; settle: (granted: number) => void }[] = [];
  let taken = 0;
  /** Of all that wait in line. */
  let wanted = 0;

  function grant(count: number): number {
    const most = limit();
    const granted = Math.min(count, most);
    if (granted < 1 || taken + granted > most) return 0;
    taken += granted;
    return granted;
  }

  function admit() {
    for (let first = line[0]; first; first = line[0]) {
      const granted = grant(first.count);
      if (granted === 0) return;
      line.shift();
      wanted -= first.count;
      first.settle(granted);
    }
  }

  function waitInLine(count: number): Promise<number> {
    return new Promise((resolve) => {
      const cancel = waitTooLong(() => {
        line.splice(line.indexOf(place), 1);
        wanted -= count;
        place.settle(0);
        admit();
      });
      const place = {
        count,
        settle(granted: number) {
          cancel();
          resolve(granted);
        },
      };
      line.push(place);
      wanted += count;
    });
  }

  return {
    claimed: () => taken + wanted,
    take(count) {
      const granted = line.length === 0 ? grant(count) : 0;
      return granted > 0 ? granted : waitInLine(count);
    },
    takeFree: () => line.length === 0 && grant(1) === 1,
    give(count) {
      taken -= count;
      admit();
    },
    admit,
    sendAway() {
      wanted = 0;
      for (const place of line.splice(0)) place.settle(0);
    },
  };
}
