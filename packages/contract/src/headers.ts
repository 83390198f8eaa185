/** The headers of our own that both sides of a call know. Without schemas, so that the login page stays light. */

/** Header of every unsafe call (AUTH-6). */
export const CSRF_HEADER = 'X-XSRF-TOKEN';
/** Set on polls and background refetches, so that they do not keep an idle session alive. */
export const BACKGROUND_HEADER = 'X-Textprobe-Background';
/** How many rows the whole filter holds, beside a page of them. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';
/** How many of these count as received. */
export const RECEIVED_COUNT_HEADER = 'X-Received-Count';
/** What to send as `cursor` for the next page; absent on the last. */
export const NEXT_CURSOR_HEADER = 'X-Next-Cursor';
/** On a write: sent again with the same key and body, it is answered again and not done again. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
/** `true` on an answer that was first given earlier. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'Idempotency-Replayed';
