/** Saved things with names, such as recipient sets and views of the list. */

export interface NamedItem {
  readonly id: number;
  readonly name: string;
}

/** How one kind of them is stored, and called. */
export interface NamedKind<T extends NamedItem> {
  readonly queryKey: string;
  readonly load: (signal?: AbortSignal) => Promise<T[]>;
  readonly remove: (id: number) => Promise<void>;
  /** As the button says it: `Recipient sets`. */
  readonly title: string;
  /** `set`. */
  readonly noun: string;
  /** `recipient set`. */
  readonly fullNoun: string;
  readonly whenEmpty: string;
  /** What deleting one leaves as it is, as a sentence. */
  readonly afterDeleting: (item: T) => string;
  readonly summary: (item: T) => string;
}
