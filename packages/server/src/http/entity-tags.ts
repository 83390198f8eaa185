/** Compares the entity tags of conditional requests (RFC 9110 sections 8.8.3 and 13.1). */

/** One tag of a list, with what makes it weak. A comma within its quotes belongs to it. */
const TAG = /(?<=^|,)[ \t]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/gu;

/**
 * Whether `If-Match` or `If-None-Match` names the current version: `*`, or a list with its tag.
 * @param etag a strong one, with its quotes
 * @param comparison `strong`: weak tags never match, as for `If-Match`; `weak`: they match by their value
 */
export function matchesTag(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  return [...header.matchAll(TAG)].some(
    ([, weak, tag]) => tag === etag && (weak === undefined || comparison === 'weak'),
  );
}
