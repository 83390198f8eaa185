/**
 * Message codes out of ids, and ids out of codes (docs/decisions/0009-derive-codes-from-ids.md): the number in a code is
 * the message's id, permuted under a key of the installation and the month of its creation.
 */
import { numberInMessageCode, spellMessageCode } from '@textprobe/domain/message-code';
import { monthIndexOf } from '@textprobe/domain/utc-month';
import type { Database } from '../core/connection.ts';
import { readSecret } from '../secrets/secrets.ts';
import { createPermutation } from './code-permutation.ts';
import type { MessageKey } from './message-row.ts';

/** The name of the key in the table `secrets`; it is made with the schema. */
const SECRET = 'message codes';

/** A code in its one spelling, and the month that it names: months since January 1970 (UTC). */
export interface CodeOfMonth {
  readonly code: string;
  readonly monthIndex: number;
}

/** Ask for many at once: a batch of 500 costs a hundredth of as many single ones. */
export interface MessageCodes {
  /** The codes of messages, in their order. */
  codesOf(messages: readonly MessageKey[]): string[];
  /** The ids that codes stand for, in their order: every code stands for one, whether there is such a message or not. */
  idsOf(codes: readonly CodeOfMonth[]): number[];
}

/** @param key 32 octets; whoever has it can tell every code */
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
 * Gives rows their codes, in place.
 * @param keyOf what names the message of a row
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

/** The key is gone from the database: without it no code that was sent can be read, and a new one would be another. */
export class MessageCodeKeyMissing extends Error {
  override readonly name = 'MessageCodeKeyMissing';
}

/**
 * The codes of this installation. Its key is made with the schema and by nothing else: one that was made anew would
 * silently give every message another code than it was sent with.
 * @throws MessageCodeKeyMissing where the database has none, which a backup without the table `secrets` brings about
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
