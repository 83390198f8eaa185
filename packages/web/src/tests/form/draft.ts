/** The test being written on the Create Test screen, and how one choice of it changes the others (CREATE-12 to 14, CREATE-17). */

/** All there are, or these ids. */
export type Choice = 'all' | readonly number[];

export interface Draft {
  readonly messageBody: string;
  readonly partners: Choice;
  readonly clients: Choice;
  readonly offices: Choice;
  readonly phones: readonly number[];
}

export const EMPTY_DRAFT: Draft = { messageBody: '', partners: [], clients: [], offices: [], phones: [] };

/** A choice with one entry picked or unpicked; anything that holds 'all' is just 'all' (CREATE-12). */
export function toggle(choice: Choice, picked: 'all' | number): Choice {
  if (picked === 'all') return choice === 'all' ? [] : 'all';
  if (choice === 'all') return choice;
  return choice.includes(picked) ? choice.filter((id) => id !== picked) : [...choice, picked];
}

/** Another choice of partners clears clients and offices (CREATE-13); all partners choose all of both (CREATE-14). */
export function withPartners(draft: Draft, partners: Choice): Draft {
  const below: Choice = partners === 'all' ? 'all' : [];
  return { ...draft, partners, clients: below, offices: below };
}

/** Another choice of clients clears the offices (CREATE-13). */
export function withClients(draft: Draft, clients: Choice): Draft {
  return { ...draft, clients, offices: [] };
}

export function isChosen(choice: Choice): boolean {
  return choice === 'all' || choice.length > 0;
}

const KEY = 'textprobe-create-draft';

/** What was typed before the page was loaded again; anything unreadable counts as nothing. */
export function readDraft(storage: Pick<Storage, 'getItem'>): Draft {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return EMPTY_DRAFT;
    const { messageBody, partners, clients, offices, phones } = kept as Record<string, unknown>;
    return {
      messageBody: typeof messageBody === 'string' ? messageBody : '',
      partners: readChoice(partners),
      clients: readChoice(clients),
      offices: readChoice(offices),
      phones: readIds(phones),
    };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function keepDraft(storage: Pick<Storage, 'setItem'>, draft: Draft): void {
  try {
    storage.setItem(KEY, JSON.stringify(draft));
  } catch (error) {
    console.warn('The draft could not be kept', error); // storage is full or forbidden
  }
}

function readChoice(value: unknown): Choice {
  return value === 'all' ? 'all' : readIds(value);
}

function readIds(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id) && id > 0) : [];
}
