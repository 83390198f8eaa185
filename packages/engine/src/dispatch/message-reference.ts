/** What a gateway is told of a message and brings back with a late answer: its key, as text. */
import type { MessageKey } from '@textprobe/database/messages/message-row';

export function referenceOf({ id, createdAt }: MessageKey): string {
  return `${id}@${createdAt}`;
}

/** Undoes {@link referenceOf}; null for what it did not write. */
export function readReference(reference: string): MessageKey | null {
  const [, id, createdAt] = /^(\d+)@(\d+)$/.exec(reference) ?? [];
  return id === undefined ? null : { id: Number(id), createdAt: Number(createdAt) };
}
