/** Fields of handset reports that were ignored or cut, so that *Why* can name them. */

export interface IgnoredField {
  /** As the report spells it, such as `receivedAt`. `body`: the whole body. */
  readonly field: string;
  /** Continues a sentence that begins with the field: `"yesterday" could not be read`. */
  readonly reason: string;
}
