/** Streams all messages of a test in batches, newest first. */
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import { listMessagesOfTest } from '@textprobe/database/messages/message-log';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';

export async function* streamMessagesOfTest(
  db: Database,
  codes: MessageCodes,
  testId: number,
  limit: number,
): AsyncGenerator<MessageLogRow[]> {
  let page: Parameters<typeof listMessagesOfTest>[3] = { limit };
  for (;;) {
    const rows = await listMessagesOfTest(db, codes, testId, page);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    page = { limit, before: { id: last.id, createdAt: last.created_at } };
  }
}
