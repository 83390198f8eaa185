/** A place where the arrived text differs from the sent one, ignoring cosmetic changes. */
export interface ChangedPiece {
  /** What was sent there; may be empty. */
  readonly gone: string;
  /** What arrived there; may be empty. */
  readonly fresh: string;
  /** Nothing before it arrived as sent. */
  readonly atStart: boolean;
  /** Nothing after it did. */
  readonly atEnd: boolean;
}
