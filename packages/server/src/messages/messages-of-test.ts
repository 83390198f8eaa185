/** Streams all messages in scope of a test in batches, newest first. */
import type { Database } from '@textprobe/database/core/connection';
import { listMessagesOfTest } from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';
import type { Scope } from '@textprobe/database/scope/scope';

export async function* streamMessagesOfTest(
  db: Database,
  scope: Scope,
  codes: MessageCodes,
  testId: number,
  limit: number,
): AsyncGenerator<MessageLogRow[]> {
  let page: Parameters<typeof listMessagesOfTest>[4] = { limit };
  for (;;) {
    const rows = await listMessagesOfTest(db, scope, codes, testId, page);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    page = { limit, before: { id: last.id, createdAt: last.created_at } };
  }
}
