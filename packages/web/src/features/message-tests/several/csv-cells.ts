/** What a cell of a CSV names: offices by name, id or phone number; phones also by their carrier (EVIDENCE-7). */
import { nameText } from '@textprobe/domain/name-text';
import { readTypedNumber } from '@textprobe/domain/typed-number';
import type { Client, Office, Phone } from '../../../api/normalize.ts';
import { byId } from '../../../directory/use-directory.ts';

/** What a cell names, without duplicates; an error instead if a part names nothing, or more than one. */
interface Resolved<T> {
  readonly entries: readonly T[];
  readonly error: string | null;
}
export type Resolve<T> = (cell: string) => Resolved<T>;

/** Limit on the alternatives that an error lists. */
const LISTED = 5;

export function officeResolver(offices: readonly Office[], clients: readonly Client[]): Resolve<Office> {
  const clientOf = byId(clients);
  const where = ({ id, phoneNumber, clientId }: Office) =>
    `${clientOf.get(clientId)?.name || `client ${clientId}`} (${idAndNumber(id, phoneNumber)})`;
  return resolver(
    offices,
    'offices match',
    where,
    (part) => `No office has the name, id or phone number ${part}.`,
  );
}

export function phoneResolver(phones: readonly Phone[]): Resolve<Phone> {
  const byCarrier = Map.groupBy(phones, ({ carrier }) => plain(carrier));
  const what = ({ id, name, phoneNumber }: Phone) =>
    `${name || 'without a name'} (${idAndNumber(id, phoneNumber)})`;
  return resolver(
    phones,
    'phones match',
    what,
    (part) => byCarrier.get(plain(part)) ?? `No phone has the name, id, number or carrier ${part}.`,
  );
}

/**
 * Finds entries by name, id or number; several if a name and another's id are alike, so that none is preferred silently.
 * @param match `offices match`
 * @param describe an entry among those that match
 * @param otherwise what a part means that matches none, or why it means nothing
 */
function resolver<T extends { id: number; name: string; phoneNumber: string }>(
  entries: readonly T[],
  match: string,
  describe: (entry: T) => string,
  otherwise: (part: string) => readonly T[] | string,
): Resolve<T> {
  const byKey = new Map<string, Set<T>>();
  for (const entry of entries) {
    const { id, name, phoneNumber } = entry;
    for (const key of [plain(name), String(id), plain(phoneNumber), numberKey(phoneNumber)])
      byKey.set(key, (byKey.get(key) ?? new Set()).add(entry));
  }
  byKey.delete('');

  function resolvePart(part: string): readonly T[] | string {
    const found = [...new Set([plain(part), numberKey(part)].flatMap((key) => [...(byKey.get(key) ?? [])]))];
    if (found.length === 1) return found;
    if (found.length > 1)
      return `${found.length} ${match} ${part}: ${listed(found.map(describe))}. Write the id or the phone number.`;
    const other = otherwise(part);
    return typeof other === 'string' ? other + numberAdvice(part) : other;
  }

  return (cell) => {
    const parts = cell.split(';').map((part) => part.trim());
    const found = parts.filter((part) => part !== '').map(resolvePart);
    const errors = found.filter((one) => typeof one === 'string');
    if (errors.length > 0) return { entries: [], error: errors.join(' ') };
    return {
      entries: [...byId(found.flatMap((one) => (typeof one === 'string' ? [] : one))).values()],
      error: null,
    };
  };
}

function plain(name: string): string {
  return nameText(name).replaceAll(/\s+/g, ' ').toLowerCase();
}

/** At least seven digits, as typed or as a spreadsheet has shortened them. */
const LOOKS_LIKE_NUMBER = /^['\p{Cf}]*\+?(?:[\d\s().\-\p{Cf}]{7,}|\d[.,]\d+e\+?\d+)$/iu;

/** A number in any spelling as `+15105550101`; empty for a text that is not a number. */
function numberKey(text: string): string {
  if (!LOOKS_LIKE_NUMBER.test(text.trim())) return '';
  const read = readTypedNumber(text);
  return 'number' in read ? read.number : '';
}

/** What to write instead of a number that cannot be read; empty for other texts. */
function numberAdvice(text: string): string {
  const read = LOOKS_LIKE_NUMBER.test(text.trim()) ? readTypedNumber(text) : null;
  return read !== null && 'fault' in read ? ` ${read.fault}` : '';
}

function idAndNumber(id: number, phoneNumber: string): string {
  return phoneNumber === '' ? `id ${id}` : `id ${id}, ${phoneNumber}`;
}

function listed(words: readonly string[]): string {
  const more = words.length - LISTED;
  return words.slice(0, LISTED).join('; ') + (more > 0 ? ` and ${more} more` : '');
}
