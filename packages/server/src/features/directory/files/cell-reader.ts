/** Reads the cells of one entry of a directory file: names, numbers, limits, evidence. */
import { HIGHEST_LIMIT_PER_DAY } from '@textprobe/domain/daily-limit';
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { nameText } from '@textprobe/domain/name-text';
import { readSender } from '@textprobe/domain/sender';
import { readTypedNumber, type TypedNumber } from '@textprobe/domain/typed-number';
import { quote } from './directory-fault.ts';

/** One text of a file. */
export interface Cell {
  /** The name of its column or field, for error messages. */
  readonly label: string;
  /** Null: unreadable, and already reported. */
  readonly text: string | null;
  /** The file has no such column or field, so the entry keeps its value: unlike an empty text, which removes it. */
  readonly isAbsent?: boolean;
}

/** The text that removes a limit. */
export const NO_LIMIT = 'none';

/** Longer than any real name; rejects texts pasted into a wrong column. */
export const LONGEST_NAME = 200;

/** Longer than a name of this length with an accent on each letter: a longer text is wrong, and truncated. */
const LONGEST_TEXT = 5 * LONGEST_NAME;

/** Truncates a text that is too long: every entry below a partner reads the partner's name again. */
export function cellText(text: string): string {
  return text.length > LONGEST_TEXT ? text.trim().slice(0, LONGEST_TEXT + 1) : text;
}

/** Empty but for spaces and invisible marks. */
export function isBlank({ text }: Cell): boolean {
  return text !== null && nameText(text) === '';
}

/**
 * @param report receives each error; check `isSound` before using the values
 * @param onAssumed receives each number that has no country code and is read as American
 * @param onName receives each name
 */
export function createCellReader(
  report: (field: string, message: string) => void,
  onAssumed: (number: string) => void,
  onName: (name: string) => void,
) {
  let isSound = true;

  function fault({ label }: Cell, words: string | null): '' {
    isSound = false;
    if (words !== null) report(label, `${label} ${words}`);
    return '';
  }

  function optionalName(cell: Cell): string {
    if (cell.text === null) return fault(cell, null);
    const text = cell.text.length > LONGEST_TEXT ? cell.text : nameText(cell.text);
    if (text.length > LONGEST_NAME) return fault(cell, `is longer than ${LONGEST_NAME} characters.`);
    if (/\p{Cc}/u.test(text) || !text.isWellFormed())
      return fault(cell, 'contains an invalid or control character.');
    onName(text);
    return text;
  }

  function number(cell: Cell, read: (text: string) => TypedNumber): string {
    if (cell.text === null) return fault(cell, null);
    if (isBlank(cell)) return fault(cell, 'is empty.');
    const found = read(cell.text);
    if ('fault' in found)
      return fault(cell, `${quote(cell.text.trim())} is not a valid phone number. ${found.fault}`);
    if (found.isAssumedAmerican) onAssumed(found.number);
    return found.number;
  }

  return {
    isSound: () => isSound,
    /** Undefined if the file does not say. */
    ifGiven: <T>(cell: Cell, read: (cell: Cell) => T): T | undefined =>
      cell.isAbsent ? undefined : read(cell),
    optionalName,
    name: (cell: Cell): string => (isBlank(cell) ? fault(cell, 'is empty.') : optionalName(cell)),
    phoneNumber: (cell: Cell) => number(cell, readTypedNumber),
    /** The number of an office: a short code or a name as well. */
    sender: (cell: Cell) => number(cell, readSender),
    /** Undefined: not given. Null: no limit. */
    limit(cell: Cell): number | null | undefined {
      if (cell.text === null) fault(cell, null);
      const text = nameText(cell.text ?? '').toLowerCase();
      if (text === '') return undefined;
      if (text === NO_LIMIT) return null;
      if (/^\d+$/.test(text) && Number(text) <= HIGHEST_LIMIT_PER_DAY) return Number(text);
      const highest = HIGHEST_LIMIT_PER_DAY.toLocaleString('en-US');
      fault(cell, `${quote(text)} is no limit; write a whole number up to ${highest}, or ${NO_LIMIT}.`);
      return undefined;
    },
    evidence(cell: Cell): EvidenceSource {
      const text = nameText(cell.text ?? '').toLowerCase();
      if (text === 'receipt') return 'receipt';
      if (cell.text === null) fault(cell, null);
      else if (text !== '' && text !== 'handset') {
        fault(cell, `${quote(text)} is unknown; write handset or receipt.`);
      }
      return 'handset';
    },
  };
}
