/** Loads the filters once the rows are shown, or as soon as a placeholder gets focus or a press, which the loaded filter takes over. */

interface Reached {
  readonly label: string;
  /** A press opens the filter; focus alone does not. */
  readonly isPressed: boolean;
}

const wanted = Promise.withResolvers<void>();
let reached: Reached | null = null;

export const whenWanted = wanted.promise;

/** Called once nothing more urgent is left to load. */
export function loadFilters(): void {
  wanted.resolve();
}

export function reach(label: string, isPressed: boolean): void {
  // A press also focuses.
  reached = { label, isPressed: isPressed || (reached?.label === label && reached.isPressed) };
  loadFilters();
}

export function leave(): void {
  reached = null;
}

/** How this filter's placeholder was reached; null if it was not. */
export function reachedOf(label: string): Reached | null {
  return reached?.label === label ? reached : null;
}
