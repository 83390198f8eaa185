/** Stores drafts in session storage so they survive a reload or a login (CREATE-19). Files cannot be stored. */
import type { MediaFile } from '@textprobe/contract/media';
import type { OfficePhonePair } from '@textprobe/contract/tests';
import { FREQUENCIES, WEEKDAYS, type Weekday } from '@textprobe/domain/recurrence-rule';
import { type Choice } from '../../../ui/choice.ts';
import { type Draft, EMPTY_DRAFT, MESSAGE_TYPES, OVERLAPS, TEST_TYPES } from './draft.ts';
import { FIRST_RECURRENCE, type RecurrenceDraft } from './recurrence-draft.ts';

export interface KeptDraft {
  readonly draft: Draft;
  /** Names of the chosen files; the files themselves are lost. */
  readonly fileNames: readonly string[];
  /** The version of the test that the draft is based on, in the caller's format; shows whether the draft is stale. */
  readonly version: string;
}

type Loose = Record<string, unknown>;

/** Restores a draft after a reload; null if there is none or it is unreadable. */
export function readDraft(storage: Pick<Storage, 'getItem'>, key: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (!isObject(kept)) return null;
    return { draft: draftFrom(kept), fileNames: texts(kept.fileNames), version: text(kept.version) };
  } catch {
    return null;
  }
}

export function keepDraft(storage: Pick<Storage, 'setItem'>, key: string, kept: KeptDraft): void {
  try {
    storage.setItem(key, JSON.stringify({ ...kept.draft, fileNames: kept.fileNames, version: kept.version }));
  } catch (error) {
    console.warn('The draft could not be kept', error); // storage is full or forbidden
  }
}

function draftFrom(kept: Loose): Draft {
  return {
    messageType: oneOf(MESSAGE_TYPES, kept.messageType) ?? EMPTY_DRAFT.messageType,
    messageBody: text(kept.messageBody),
    kept: list(kept.kept).filter(isMediaFile),
    links: texts(kept.links),
    partners: choice(kept.partners),
    clients: choice(kept.clients),
    offices: choice(kept.offices),
    phones: ids(kept.phones),
    pairs: list(kept.pairs).filter(isPair),
    testType: oneOf(TEST_TYPES, kept.testType) ?? EMPTY_DRAFT.testType,
    scheduledAt: text(kept.scheduledAt),
    recurrence: recurrenceFrom(isObject(kept.recurrence) ? kept.recurrence : null),
    overlap: oneOf(OVERLAPS, kept.overlap) ?? EMPTY_DRAFT.overlap,
  };
}

function recurrenceFrom(kept: Loose | null): RecurrenceDraft {
  if (kept === null) return FIRST_RECURRENCE;
  const week = Number(kept.weekOfMonth);
  return {
    interval: text(kept.interval),
    frequency: oneOf(FREQUENCIES, kept.frequency) ?? 'days',
    weekOfMonth: week >= 1 && week <= 5 ? Math.floor(week) : null,
    daysOfWeek: list(kept.daysOfWeek).filter((day): day is Weekday => WEEKDAYS.includes(day as Weekday)),
    daysOfMonth: ids(kept.daysOfMonth).filter((day) => day <= 31),
    startDate: text(kept.startDate),
    time: text(kept.time),
    endDate: text(kept.endDate),
  };
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMediaFile(value: unknown): value is MediaFile {
  return (
    isObject(value) &&
    [value.url, value.name, value.type].every((one) => typeof one === 'string') &&
    typeof value.size === 'number'
  );
}

function isPair(value: unknown): value is OfficePhonePair {
  return isObject(value) && ids([value.officeID, value.phoneID]).length === 2;
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

function choice(value: unknown): Choice {
  return value === 'all' ? 'all' : ids(value);
}

function ids(value: unknown): readonly number[] {
  return list(value).filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0);
}

function texts(value: unknown): readonly string[] {
  return list(value).filter((one) => typeof one === 'string');
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
