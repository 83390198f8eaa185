/** The codes of messages, by the key in the database: without it the program does not start. */
import type { Database } from '@textprobe/database/core/connection';
import {
  MessageCodeKeyMissing,
  type MessageCodes,
  openMessageCodes,
} from '@textprobe/database/messages/message-codes';
import { UserError } from '../process/user-error.ts';

/** @throws UserError where the database lacks the key */
export async function openCodes(db: Database): Promise<MessageCodes> {
  return openMessageCodes(db).catch((error: unknown) => {
    throw error instanceof MessageCodeKeyMissing ? new UserError(error.message, error) : error;
  });
}
