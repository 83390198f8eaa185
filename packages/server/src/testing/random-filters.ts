/** Random analytics filters, in the form of a query and in that of the domain. */
import { MESSAGE_TYPES, TEST_TYPES } from '@textprobe/contract/tests';
import {
  type AnalyticsFilter,
  endDateInstant,
  STATUS_WORDS,
  startDateInstant,
  statusOfWord,
} from '@textprobe/domain/analytics-filter';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDING_WORDS } from '@textprobe/domain/finding';
import { VERDICTS } from '@textprobe/domain/verdict';
import fc from 'fast-check';
import { losAngelesMinute } from './plain-analytics.ts';
import { RANDOM_PARTNERS } from './random-messages.ts';

const DAY_MS = 24 * 3_600_000;
const otherCase = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** Ages of the dates in days. */
export const randomFilters = fc.record({
  startAge: sometimes(fc.integer({ min: 0, max: 260 })),
  endAge: sometimes(fc.integer({ min: 0, max: 40 })),
  partnerId: sometimes(fc.constantFrom(...RANDOM_PARTNERS, 903)),
  status: sometimes(fc.constantFrom(...STATUS_WORDS)),
  carrier: sometimes(fc.constantFrom('AT&T', 'Verizon', 'T-Mobile', 'Nobody')),
  finding: sometimes(fc.constantFrom(...FINDING_WORDS)),
  fileFinding: sometimes(fc.constantFrom(...FILE_FINDINGS)),
  verdict: sometimes(fc.constantFrom(...VERDICTS)),
  messageType: sometimes(fc.constantFrom(...MESSAGE_TYPES)),
  testType: sometimes(fc.constantFrom(...TEST_TYPES)),
});
export type Filters = typeof randomFilters extends fc.Arbitrary<infer T> ? T : never;
export const NO_FILTERS: Filters = {
  startAge: undefined,
  endAge: undefined,
  partnerId: undefined,
  status: undefined,
  carrier: undefined,
  finding: undefined,
  fileFinding: undefined,
  verdict: undefined,
  messageType: undefined,
  testType: undefined,
};

/** The same filter as a query, with unusual upper and lower case, and as the recount uses it. */
export function bothWays(
  given: Filters,
  now: number,
): { query: Record<string, string>; filter: AnalyticsFilter } {
  const date = (age: number | undefined) =>
    age === undefined ? undefined : losAngelesMinute(now - age * DAY_MS).slice(0, 10);
  const { partnerId, status, carrier, finding, fileFinding, verdict, messageType, testType } = given;
  const startDate = date(given.startAge);
  const endDate = date(given.endAge);
  const words = Object.entries({ status, carrier, finding, fileFinding, verdict, messageType, testType }).map(
    ([key, text]) => [key, text && otherCase(text)] as const,
  );
  const partner = partnerId === undefined ? undefined : String(partnerId);
  const query = [...words, ['partnerId', partner], ['startDate', startDate], ['endDate', endDate]].filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const from = startDate === undefined ? undefined : (startDateInstant(startDate) ?? Number.NaN);
  const before = endDate === undefined ? undefined : (endDateInstant(endDate) ?? Number.NaN);
  const filter = { from, before, partnerId, carrier, finding, fileFinding, verdict, messageType, testType };
  return {
    query: Object.fromEntries(query),
    filter: { ...filter, status: status === undefined ? undefined : statusOfWord(status) },
  };
}
