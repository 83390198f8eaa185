/** Generates a year of tests and their runs in memory; messages are generated from them run by run. */
import type { SeededDirectory, SeededOffice, SeededPhone } from './directory.ts';
import { RETIRED_CARRIER } from './directory.ts';
import type { Random } from './random.ts';

export type RunStatus = 'DELIVERED' | 'PARTIALLY_DELIVERED' | 'FAILED';

export interface SeededTest {
  readonly id: number;
  readonly createdAt: number;
  readonly testType: 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING';
  readonly messageType: 'SMS' | 'MMS';
  readonly body: string;
  /** Whether the body has placeholders, so that each message stores its own text. */
  readonly filled: boolean;
  readonly offices: readonly SeededOffice[];
  readonly phones: readonly SeededPhone[];
  /** The status of its latest run, once generated. */
  status: RunStatus | 'UNEXECUTED';
  statusReason: string | null;
  updatedAt: number;
}

export interface SeededRun {
  readonly test: SeededTest;
  readonly dueAt: number;
  status: RunStatus;
  statusReason: string | null;
  closedAt: number;
}

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 365 * DAY_MS;
const TESTS_AT_SCALE_1 = 100_000;
/** How long the retired carrier was in use. */
const RETIRED_AFTER_MS = 60 * DAY_MS;

const OFFICE_COUNTS = [
  [1, 35],
  [2, 25],
  [5, 25],
  [10, 10],
  [20, 5],
] as const;
const PHONE_COUNTS = [
  [1, 20],
  [2, 20],
  [4, 30],
  [6, 20],
  [10, 10],
] as const;
const TEST_TYPES = [
  ['IMMEDIATE', 70],
  ['SCHEDULED', 10],
  ['RECURRING', 20],
] as const;
const LONGEST_RECURRENCE = 60;
const INTERVAL_DAYS = [
  [1, 80],
  [7, 20],
] as const;
/** Weights of the hours (UTC): those of a Los Angeles working day are eight times as likely. */
const HOURS = Array.from({ length: 24 }, (_, hour) => [hour, hour >= 16 || hour < 1 ? 8 : 1] as const);

/** The tests by creation time, and all runs by due time. */
export function drawTests(
  directory: SeededDirectory,
  random: Random,
  of: { scale: number; until: number },
): { tests: SeededTest[]; runs: SeededRun[] } {
  const count = Math.max(1, Math.round(TESTS_AT_SCALE_1 * of.scale));
  const from = of.until - YEAR_MS;
  const instants = Array.from({ length: count }, () => workingInstant(random, from)).sort((a, b) => a - b);
  const tests: SeededTest[] = [];
  const runs: SeededRun[] = [];
  for (const createdAt of instants) {
    const test = drawTest(directory, random, {
      id: tests.length + 1,
      createdAt,
      retired: createdAt < from + RETIRED_AFTER_MS,
    });
    tests.push(test);
    // Some are scheduled far ahead. They have no due instant, so that nothing is sent during measurements.
    if (test.testType === 'SCHEDULED' && random.number() < 0.05) continue;
    for (const dueAt of dueInstants(test, random)) {
      if (dueAt >= Math.min(of.until, retiredAt(test, from))) break;
      runs.push({ test, dueAt, status: 'DELIVERED', statusReason: null, closedAt: dueAt });
    }
  }
  runs.sort((a, b) => a.dueAt - b.dueAt || a.test.id - b.test.id);
  return { tests, runs };
}

/** The last due time of runs with phones of the retired carrier, so that a filter for it finds nothing in ten months. */
function retiredAt({ phones }: SeededTest, from: number): number {
  return phones.some(({ carrier }) => carrier === RETIRED_CARRIER) ? from + RETIRED_AFTER_MS : Infinity;
}

function drawTest(
  directory: SeededDirectory,
  random: Random,
  { id, createdAt, retired }: { id: number; createdAt: number; retired: boolean },
): SeededTest {
  const filled = random.number() < 0.3;
  const offices = drawOffices(directory, random);
  const carriers = directory.phones.filter(([[phone]]) => retired || phone?.carrier !== RETIRED_CARRIER);
  const phones = new Map<number, SeededPhone>();
  const count = random.weighted(PHONE_COUNTS);
  while (phones.size < count) {
    const ofCarrier = random.weighted(carriers);
    const phone = ofCarrier[random.below(ofCarrier.length)];
    if (phone !== undefined) phones.set(phone.id, phone);
  }
  return {
    id,
    createdAt,
    testType: random.weighted(TEST_TYPES),
    messageType: random.number() < 0.1 ? 'MMS' : 'SMS',
    body: filled
      ? 'Hello {first_name}, your appointment at {office} is tomorrow.'
      : `Your code is ${100_000 + random.below(900_000)}. It ends in ten minutes.`,
    filled,
    offices,
    phones: [...phones.values()],
    status: 'UNEXECUTED',
    statusReason: null,
    updatedAt: createdAt,
  };
}

/** Adjacent offices in the directory, so that most tests are for one client. */
function drawOffices({ offices }: SeededDirectory, random: Random): SeededOffice[] {
  const count = random.weighted(OFFICE_COUNTS);
  const first = random.below(offices.length);
  return Array.from({ length: count }, (_, index) => offices[(first + index) % offices.length]).filter(
    (office) => office !== undefined,
  );
}

function dueInstants({ testType, createdAt }: SeededTest, random: Random): number[] {
  if (testType === 'IMMEDIATE') return [createdAt];
  if (testType === 'SCHEDULED') return [createdAt + (1 + random.below(3 * 24)) * 3_600_000];
  const step = random.weighted(INTERVAL_DAYS) * DAY_MS;
  const times = 1 + random.below(LONGEST_RECURRENCE);
  return Array.from({ length: times }, (_, index) => createdAt + (index + 1) * step);
}

function workingInstant(random: Random, from: number): number {
  const day = from + random.below(365) * DAY_MS;
  return day + random.weighted(HOURS) * 3_600_000 + random.below(3_600_000);
}
