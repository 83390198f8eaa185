/** What Create several says about its draft and its lines. */
import { figure } from '@textprobe/domain/figures';
import type { Office, Phone } from '../../../api/normalize.ts';
import { counted } from '../../../ui/counted.ts';
import type { Draft } from '../form/draft.ts';
import { describeWallTime } from '../form/wall-time.ts';
import { isReady, type PlannedTest, sumMessages } from './plan-tests.ts';

/** Limit on the line numbers listed. */
const LISTED = 10;
/** Limit on the names listed. */
const NAMED = 3;

/** `3 offices, 8 phones, sent at once`. */
export function draftWords(draft: Draft, offices: number, phones: number): string {
  if (draft.pairs.length > 0)
    return `${counted(draft.pairs.length, 'pair')} of office and phone, ${scheduleWords(draft)}`;
  const count = (number: number, noun: string) => (number === 0 ? `no ${noun}` : counted(number, noun));
  return `${count(offices, 'office')}, ${count(phones, 'phone')}, ${scheduleWords(draft)}`;
}

function scheduleWords({ testType, scheduledAt }: Draft): string {
  if (testType === 'IMMEDIATE') return 'sent at once';
  if (testType === 'RECURRING') return 'sent by its recurrence rule';
  return scheduledAt === '' ? 'at a time not chosen yet' : `sent on ${wallTimeWords(scheduledAt)}`;
}

/** `11/30/2026 09:30 PST`. */
function wallTimeWords(wall: string): string {
  const zone = describeWallTime(wall, 0)?.zone ?? '';
  return `${wall.slice(5, 7)}/${wall.slice(8, 10)}/${wall.slice(0, 4)} ${wall.slice(11, 16)} ${zone}`.trim();
}

/** When a test is sent, for its cell. */
export function whenWords({ testType, scheduledAt }: Draft): string {
  if (testType === 'IMMEDIATE') return 'At once';
  return testType === 'RECURRING' ? 'Recurring' : wallTimeWords(scheduledAt);
}

/** The first names: `Oakland, Berkeley, San Leandro and 4 more`. */
export function firstNames(entries: readonly Pick<Office | Phone, 'name' | 'phoneNumber'>[]): string {
  const names = entries.slice(0, NAMED).map(({ name, phoneNumber }) => name || phoneNumber);
  const more = entries.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${figure(more)} more` : '');
}

/**
 * `38 of 40 tests are ready: 304 messages. Lines 5 and 17 have errors.`
 * @param created how many already exist
 * @param isRetry whether creating those that are ready was tried
 */
export function sumWords(left: readonly PlannedTest[], created: number, isRetry = false): string {
  const ready = left.filter(isReady);
  const wrong = left.filter((test) => !isReady(test)).map(({ line }) => figure(line.number));
  const perRun = ready.some(({ draft }) => draft.testType === 'RECURRING') ? ', per run' : '';
  const state = isRetry
    ? `${counted(ready.length, 'test')} not created`
    : readyWords(ready.length, left.length);
  const sentences = [
    created > 0 && `${counted(created, 'test')} created.`,
    (ready.length > 0 || created === 0) && `${state}: ${counted(sumMessages(ready), 'message')}${perRun}.`,
    wrong.length === 1 && `Line ${numbers(wrong)} has an error.`,
    wrong.length > 1 && `Lines ${numbers(wrong)} have errors.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function readyWords(ready: number, all: number): string {
  const verb = all === 1 ? 'is' : 'are';
  return `${ready === all ? '' : `${figure(ready)} of `}${counted(all, 'test')} ${verb} ready`;
}

function numbers(lines: readonly string[]): string {
  if (lines.length > LISTED) return `${lines.slice(0, LISTED).join(', ')} and ${lines.length - LISTED} more`;
  return lines.length === 1 ? lines.join('') : `${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}
