/**
 * One Idempotency-Key for each thing a person means to do: a double click, or a second try after an answer that was lost,
 * bears the key of the first, so that the server does it once. The same done again on purpose is another intent.
 */

export function createIntents() {
  let last: { readonly content: string; readonly key: string } | null = null;
  return {
    /** The key to send with this content: the same one until the content changes or `done` is called. */
    keyFor(content: object): string {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, key: randomKey() };
      return last.key;
    },
    /** It has succeeded: the same content sent again is a second intent. */
    done(): void {
      last = null;
    },
  };
}

/** Not `randomUUID`: browsers have that on https and localhost only, and the console may be neither. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
