/** The input of Typst for one report, and the row limit for tagged PDFs. */

/** The input of Typst for one report. */
export interface Page {
  /** A file in the template folder, e.g. `test-report.typ`. */
  readonly template: string;
  /** Read by the template with `json(bytes(sys.inputs.data))`. */
  readonly data: unknown;
  /** PNG or WebP by path, e.g. `/media/0`; Typst detects the format from the bytes. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Accessible to screen readers; in long tables the tags are most of the file. */
  readonly tagged: boolean;
}

/** The fewest messages of which a chart is drawn; of fewer, the figures say as much. */
export const CHARTED_MESSAGES = 5;

/** The maximum number of rows in a tagged document: with 2,000 rows the tags grow it from 0.6 to 8.7 MB. */
export const TAGGED_ROWS = 500;
