/** What Typst is given for one report, and how long a report may be before it goes without tags. */

/** What Typst is given for one report. */
export interface Page {
  /** A file of the templates' folder, e.g. `test-report.typ`. */
  readonly template: string;
  /** Read there by `json(bytes(sys.inputs.data))`. */
  readonly data: unknown;
  /** PNG or WebP by path, e.g. `/media/0`; Typst knows them apart by their bytes. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Readable by screen readers; in long tables the tags are most of the file. */
  readonly tagged: boolean;
}

/** Rows beyond which the document goes without tags for screen readers: of 2,000 rows they make 8.7 MB out of 0.6. */
export const TAGGED_ROWS = 500;
