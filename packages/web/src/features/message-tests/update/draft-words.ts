/** Describes a draft field by field, to show two versions of one test side by side. */
import type { Test } from '@textprobe/contract/tests';
import { recurrenceSentence } from '@textprobe/domain/recurrence-words';
import type { Office, Partner, Phone } from '../../../api/normalize.ts';
import { nameOrId, officeLabel, phoneLabel } from '../../../directory/labels.ts';
import type { Choice } from '../../../ui/choice.ts';
import { counted } from '../../../ui/counted.ts';
import { sameDraft } from '../../../ui/unsent-drafts.ts';
import type { Draft } from '../form/draft.ts';
import { toWireRule } from '../form/recurrence-draft.ts';

export interface FieldWords {
  readonly name: string;
  /** Equal for equal fields. */
  readonly key: string;
  readonly words: string;
}

type Named = Pick<Partner, 'name'>;

/** Directory entries by id. */
export interface Names {
  readonly partners: ReadonlyMap<number, Named>;
  readonly clients: ReadonlyMap<number, Named>;
  readonly offices: ReadonlyMap<number, Office>;
  readonly phones: ReadonlyMap<number, Phone>;
  /** Entries that can no longer be chosen. */
  readonly retired: {
    readonly offices: ReadonlyMap<number, Named>;
    readonly phones: ReadonlyMap<number, Named>;
  };
}

export interface Difference {
  readonly name: string;
  readonly saved: string;
  readonly mine: string;
}

/** Limit on the names listed; the rest are counted. */
const NAMED = 5;

/** @param fileNames of chosen files that are not sent yet */
export function draftWords(draft: Draft, names: Names, fileNames: readonly string[] = []): FieldWords[] {
  const { partners, clients, offices, phones, retired } = names;
  const field = (name: string, words: string, key = words): FieldWords => ({ name, key, words });
  const choice = (name: string, chosen: Choice, nameOf: (id: number) => string) =>
    field(
      name,
      choiceWords(chosen, nameOf),
      chosen === 'all' ? 'all' : chosen.toSorted((one, other) => one - other).join(),
    );
  const files = [...draft.kept.map(({ name }) => name), ...draft.links, ...fileNames];
  const fileKeys = [...draft.kept.map(({ url }) => url), ...draft.links, ...fileNames];
  return [
    field('Message type', draft.messageType),
    field('Message', draft.messageBody === '' ? 'Empty' : draft.messageBody, draft.messageBody),
    ...(draft.messageType === 'MMS' ? [field('Files and links', listWords(files), fileKeys.join('\n'))] : []),
    choice('Partner', draft.partners, (id) => nameOrId('Partner', id, partners)),
    choice('Client', draft.clients, (id) => nameOrId('Client', id, clients)),
    choice('Office', draft.offices, (id) => {
      const office = offices.get(id);
      return office === undefined ? nameOrId('Office', id, retired.offices) : officeLabel(office);
    }),
    choice('Phone Numbers', draft.phones, (id) => {
      const phone = phones.get(id);
      return phone === undefined ? nameOrId('Phone', id, retired.phones) : phoneLabel(phone);
    }),
    ...(draft.pairs.length > 0
      ? [field('Pairs', counted(draft.pairs.length, 'pair'), JSON.stringify(draft.pairs))]
      : []),
    field('Schedule', scheduleWords(draft)),
  ];
}

/** The fields in which two versions differ. A field that only one of them has is empty in the other. */
export function differencesOf(saved: readonly FieldWords[], mine: readonly FieldWords[]): Difference[] {
  const names = [...new Set([...saved, ...mine].map(({ name }) => name))];
  return names.flatMap((name) => {
    const theirs = saved.find((field) => field.name === name);
    const ours = mine.find((field) => field.name === name);
    if (theirs?.key === ours?.key) return [];
    return [{ name, saved: theirs?.words ?? 'None', mine: ours?.words ?? 'None' }];
  });
}

const DEFINITION = [
  'testType',
  'messageType',
  'messageBody',
  'scheduledTimestamp',
  'recurrenceRule',
  'overlap',
  'partnerIDs',
  'clientIDs',
  'officeIDs',
  'phoneIDs',
  'pairs',
  'mediaURLs',
  'recurrenceActive',
] as const;

/** Whether two versions have the same definition: each missed occurrence creates a new version. */
export function definesTheSame(one: Test, other: Test): boolean {
  return DEFINITION.every((key) => sameDraft(one[key], other[key]));
}

function scheduleWords({ testType, scheduledAt, recurrence, overlap }: Draft): string {
  if (testType === 'IMMEDIATE') return 'Immediate';
  if (testType === 'SCHEDULED') return `Later: ${scheduledAt.replace('T', ' ') || 'no time yet'}`;
  const waits = overlap === 'wait' ? ', waits for a run in progress' : '';
  return `Recurring: ${recurrenceSentence(toWireRule(recurrence))}${waits}`;
}

function choiceWords(chosen: Choice, nameOf: (id: number) => string): string {
  return chosen === 'all' ? 'All' : listWords(chosen.map(nameOf));
}

function listWords(names: readonly string[]): string {
  if (names.length === 0) return 'None';
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
