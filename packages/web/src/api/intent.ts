/**
 * One Idempotency-Key per user intent: a double click, or a retry after a lost response, sends the same key, so the server executes it
 * once. Sending the same content again after success is a new intent.
 */

export function createIntents() {
  let last: { readonly content: string; readonly key: string } | null = null;
  return {
    /** The key to send with this content: the same until the content changes or `done` is called. */
    keyFor(content: object): string {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, key: randomKey() };
      return last.key;
    },
    /** Called on success: the same content sent again is a new intent. */
    done(): void {
      last = null;
    },
  };
}

/** Not `randomUUID`, which browsers offer only on https and localhost. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
