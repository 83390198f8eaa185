/**
 * Converts ids to message codes and back (docs/decisions/0009-derive-codes-from-ids.md): a code contains the message's
 * id, permuted with the installation's key, and the month of its creation.
 */
import { numberInMessageCode, spellMessageCode } from '@textprobe/domain/message-code';
import { monthIndexOf } from '@textprobe/domain/utc-month';
import type { Database } from '../core/connection.ts';
import { readSecret } from '../secrets/secrets.ts';
import { createPermutation } from './code-permutation.ts';
import type { MessageKey } from './message-row.ts';

/** Name of the key in table `secrets`; created with the schema. */
const SECRET = 'message codes';

/** A code in canonical spelling and its month: months since January 1970 (UTC). */
export interface CodeOfMonth {
  readonly code: string;
  readonly monthIndex: number;
}

/** Convert in batches: one of 500 costs a hundredth of 500 single calls. */
export interface MessageCodes {
  /** The codes of messages, in order. */
  codesOf(messages: readonly MessageKey[]): string[];
  /** The ids of codes, in order: every code has an id, whether or not that message exists. */
  idsOf(codes: readonly CodeOfMonth[]): number[];
}

/** @param key 32 bytes, from which every code can be computed */
export function createMessageCodes(key: Uint8Array): MessageCodes {
  const permutation = createPermutation(key);
  return {
    codesOf(messages) {
      const months = messages.map(({ createdAt }) => monthIndexOf(createdAt));
      const numbers = permutation.encode(
        messages.map(({ id }) => id),
        months,
      );
      return numbers.map((number, index) => spellMessageCode(number, months[index] as number));
    },
    idsOf(codes) {
      return permutation.decode(
        codes.map(({ code }) => numberInMessageCode(code)),
        codes.map(({ monthIndex }) => monthIndex),
      );
    },
  };
}

/**
 * Adds codes to rows, in place.
 * @param keyOf the key of a row's message
 * @returns the same rows
 */
export function fillCodes<Row extends object>(
  codes: MessageCodes,
  rows: readonly Row[],
  keyOf: (row: Row) => MessageKey,
): (Row & { code: string })[] {
  const computed = codes.codesOf(rows.map(keyOf));
  return rows.map((row, index) => Object.assign(row, { code: computed[index] as string }));
}

/** The key is missing in the database: without it no code that was sent can be read, and a new key would give other codes. */
export class MessageCodeKeyMissing extends Error {
  override readonly name = 'MessageCodeKeyMissing';
}

/**
 * The codes of this installation. Only the schema creates the key: a new key would silently give every message a code
 * other than the one it was sent with.
 * @throws MessageCodeKeyMissing if the database has none, as after restoring a backup without table `secrets`
 */
export async function openMessageCodes(db: Database): Promise<MessageCodes> {
  const key = await readSecret(db, SECRET);
  if (key === undefined) {
    throw new MessageCodeKeyMissing(
      'The database lacks the key of the message codes: restore the table `secrets` from the backup that the messages ' +
        'come from (docs/operations.md).',
    );
  }
  return createMessageCodes(key);
}
