/** The draft of a test, and how one choice changes the others (CREATE-12 to 14, CREATE-17, UPDATE-6). */
import type { MediaFile } from '@textprobe/contract/media';
import type { Overlap, OVERLAPS as Overlaps } from '@textprobe/contract/schedules';
import type {
  MessageType,
  MESSAGE_TYPES as MessageTypes,
  TestType,
  TEST_TYPES as TestTypes,
} from '@textprobe/contract/tests';
import type { Choice } from '../../../ui/choice.ts';
import { FIRST_RECURRENCE, type RecurrenceDraft } from './recurrence-draft.ts';

// Copies of the contract's values, checked by their types: importing the values would add its schemas, 22 kB, to these screens.
export const MESSAGE_TYPES: typeof MessageTypes = ['SMS', 'MMS'];
export const TEST_TYPES: typeof TestTypes = ['IMMEDIATE', 'SCHEDULED', 'RECURRING'];
export const OVERLAPS: typeof Overlaps = ['skip', 'wait'];

export interface Draft {
  readonly messageType: MessageType;
  readonly messageBody: string;
  /** Files already on the server that stay with the test. */
  readonly kept: readonly MediaFile[];
  /** Links whose files the server copies. */
  readonly links: readonly string[];
  readonly partners: Choice;
  readonly clients: Choice;
  readonly offices: Choice;
  readonly phones: readonly number[];
  readonly testType: TestType;
  /** Los Angeles wall time, `2026-11-21T10:00`; empty until one is chosen. */
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

/** Changing the partners clears clients and offices (CREATE-13); all partners selects all of both (CREATE-14). */
export function withPartners(draft: Draft, partners: Choice): Draft {
  const below: Choice = partners === 'all' ? 'all' : [];
  return { ...draft, partners, clients: below, offices: below };
}

/** Changing the clients clears the offices (CREATE-13). */
export function withClients(draft: Draft, clients: Choice): Draft {
  return { ...draft, clients, offices: [] };
}
