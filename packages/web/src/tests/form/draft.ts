/** The test being written, and how one choice of it changes the others (CREATE-12 to 14, CREATE-17, UPDATE-6). */
import type { MediaFile } from '@textprobe/contract/media';
import type { Overlap, OVERLAPS as Overlaps } from '@textprobe/contract/schedules';
import type {
  MessageType,
  MESSAGE_TYPES as MessageTypes,
  TestType,
  TEST_TYPES as TestTypes,
} from '@textprobe/contract/tests';
import { FIRST_RECURRENCE, type RecurrenceDraft } from './recurrence-draft.ts';

// The contract's words, held to them by their types: as values they would bring its schemas, 22 kB, to these screens.
export const MESSAGE_TYPES: typeof MessageTypes = ['SMS', 'MMS'];
export const TEST_TYPES: typeof TestTypes = ['IMMEDIATE', 'SCHEDULED', 'RECURRING'];
export const OVERLAPS: typeof Overlaps = ['skip', 'wait'];

/** All there are, or these ids. */
export type Choice = 'all' | readonly number[];

export interface Draft {
  readonly messageType: MessageType;
  readonly messageBody: string;
  /** Files that are on the server already, and stay with the test. */
  readonly kept: readonly MediaFile[];
  /** Of which the server will make copies. */
  readonly links: readonly string[];
  readonly partners: Choice;
  readonly clients: Choice;
  readonly offices: Choice;
  readonly phones: readonly number[];
  readonly testType: TestType;
  /** `2026-11-21T10:00` as the clock on the wall in Los Angeles shows it; empty as long as it is not said. */
  readonly scheduledAt: string;
  readonly recurrence: RecurrenceDraft;
  readonly overlap: Overlap;
}

export const EMPTY_DRAFT: Draft = {
  messageType: 'SMS',
  messageBody: '',
  kept: [],
  links: [],
  partners: [],
  clients: [],
  offices: [],
  phones: [],
  testType: 'IMMEDIATE',
  scheduledAt: '',
  recurrence: FIRST_RECURRENCE,
  overlap: 'skip',
};

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

/** Whether two drafts say the same; they are data, and built alike. */
export function sameDraft<AnyDraft>(one: AnyDraft, other: AnyDraft): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
