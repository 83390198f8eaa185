/** When the filters come: once the rows are there, or as soon as somebody reaches for one, which then takes over where they are. */

interface Reached {
  readonly label: string;
  /** Pressed, and so to be opened; else it only has the focus. */
  readonly isPressed: boolean;
}

const wanted = Promise.withResolvers<void>();
let reached: Reached | null = null;

export const whenWanted = wanted.promise;

/** There is nothing more urgent any more. */
export function bringFilters(): void {
  wanted.resolve();
}

export function reach(label: string, isPressed: boolean): void {
  // A press brings the focus with it.
  reached = { label, isPressed: isPressed || (reached?.label === label && reached.isPressed) };
  bringFilters();
}

export function leave(): void {
  reached = null;
}

/** What was done to this one, null if nothing was. */
export function reachedOf(label: string): Reached | null {
  return reached?.label === label ? reached : null;
}
