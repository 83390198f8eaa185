/** What Typst is given for one report, and how long a report may be before it goes without tags. */
/** What Typst is given for one report. */
export interface Page {
  readonly template: string;
  readonly data: unknown;
  /** PNG or WebP by path; Typst knows them apart by their bytes. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly tagged: boolean;
}

/** Rows beyond which the document goes without tags for screen readers: 2,000 rows with them take twice the time. */
export const TAGGED_ROWS = 500;
