/** What Typst is given for one report, and how long a report may be before it goes without tags. */
/** What Typst is given for one report. */
export interface Page {
  readonly template: string;
  readonly data: unknown;
  /** PNG or WebP by path; Typst knows them apart by their bytes. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly tagged: boolean;
}

/** Rows beyond which the document goes without tags for screen readers: of 2,000 rows they make 8.7 MB out of 0.6. */
export const TAGGED_ROWS = 500;
