/** The names of our own headers. Without schemas, so that the login page stays small. */

/** Header of every unsafe call (AUTH-6). */
export const CSRF_HEADER = 'X-XSRF-TOKEN';
/** Set on polls and background refetches, so that they do not keep an idle session alive. */
export const BACKGROUND_HEADER = 'X-Textprobe-Background';
/** The total number of rows that match the filter. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';
/** The number of rows that match the filter and count as received. */
export const RECEIVED_COUNT_HEADER = 'X-Received-Count';
/** The `cursor` for the next page; absent on the last. */
export const NEXT_CURSOR_HEADER = 'X-Next-Cursor';
/** On a write: a retry with the same key and body gets the first answer and is not executed again. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** `true` on a replayed response. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'Idempotency-Replayed';
/** On a change: the `ETag` of what the change was made from. */
export const IF_MATCH_HEADER = 'If-Match';
