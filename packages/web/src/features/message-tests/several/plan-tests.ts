/** What each line of Create several would create: its values, taken from the draft where it has none, and what is wrong with it. */
import type { MESSAGE_BODY_LIMIT as MessageBodyLimit } from '@textprobe/contract/text';
import { figure } from '@textprobe/domain/figures';
import { tooManyWords, UNASKED_MESSAGES } from '@textprobe/domain/message-limit';
import type { Office, Phone } from '../../../api/normalize.ts';
import { counted } from '../../../ui/counted.ts';
import type { Draft } from '../form/draft.ts';
import { type OutgoingPairs, outgoingPairs } from '../form/outgoing-pairs.ts';
import { sendQuestion } from '../form/send-question.ts';
import { describeWallTime } from '../form/wall-time.ts';
import type { Resolve } from './csv-cells.ts';
import type { Line } from './read-lines.ts';
import { readTime } from './read-time.ts';

// A copy of the contract's value, checked by its type: importing it would add the contract's schemas.
const MESSAGE_BODY_LIMIT: typeof MessageBodyLimit = 10_000;

/** What lines take their missing values from. */
export interface Base {
  /** An SMS without a message, see {@link baseOf}. */
  readonly draft: Draft;
  readonly sending: readonly Office[];
  readonly receiving: readonly Phone[];
  readonly resolveOffices: Resolve<Office>;
  readonly resolvePhones: Resolve<Phone>;
  /** The partner of a client. */
  readonly partnerOf: (clientId: number) => number | undefined;
}

/** The cells of the preview that may have an error. */
export type Cell = 'message' | 'offices' | 'phones' | 'when';

export interface PlannedTest {
  readonly line: Line;
  readonly outgoing: OutgoingPairs;
  /** What is created. */
  readonly draft: Draft;
  readonly errors: Readonly<Partial<Record<Cell, string>>>;
}

/** What the draft of Create Test gives to every line: recipients and schedule. */
export function baseOf(draft: Draft): Draft {
  return { ...draft, messageType: 'SMS', messageBody: '', kept: [], links: [] };
}

export function planTest(line: Line, base: Base): PlannedTest {
  const { message, office, phone, time, fault } = line;
  // Its cells are uncertain, so only its message is shown.
  if (fault !== null)
    return { line, outgoing: outgoingPairs([], []), draft: base.draft, errors: { message: fault } };
  const offices = office === '' ? { entries: base.sending, error: null } : base.resolveOffices(office);
  const phones = phone === '' ? { entries: base.receiving, error: null } : base.resolvePhones(phone);
  const { wall, isAtOnce, error } = time === '' ? {} : readTime(time);
  // A line with recipients of its own ignores the pairs of the draft.
  const pairs = office === '' && phone === '' ? base.draft.pairs : [];
  const isPaired = pairs.length > 0;
  const draft: Draft = {
    ...base.draft,
    pairs,
    messageBody: message,
    ...(office !== '' && officesOf(offices.entries, base)),
    ...(phone !== '' && { phones: phones.entries.map(({ id }) => id) }),
    ...(wall !== undefined && { testType: 'SCHEDULED', scheduledAt: wall }),
    ...(isAtOnce && { testType: 'IMMEDIATE', scheduledAt: '' }),
  };
  const found: Record<Cell, string | null> = {
    message: messageError(message),
    offices:
      offices.error ??
      missingWords('office', offices.entries, office) ??
      (isPaired ? null : tooManyWords(offices.entries.length, phones.entries.length)),
    phones: phones.error ?? missingWords('phone', phones.entries, phone),
    when: error ?? scheduleError(draft),
  };
  return {
    line,
    outgoing: outgoingPairs(offices.entries, phones.entries, isPaired ? pairs : null),
    draft,
    errors: Object.fromEntries(Object.entries(found).filter(([, words]) => words !== null)),
  };
}

/** Clients and partners are named too: the server refuses offices of other clients. */
function officesOf(
  offices: readonly Office[],
  { partnerOf }: Base,
): Pick<Draft, 'partners' | 'clients' | 'offices'> {
  const clients = [...new Set(offices.map(({ clientId }) => clientId))];
  const partners = new Set(clients.flatMap((id) => partnerOf(id) ?? []));
  return { partners: [...partners], clients, offices: offices.map(({ id }) => id) };
}

function messageError(message: string): string | null {
  if (message.trim() === '') return 'Write a message.';
  if (message.length <= MESSAGE_BODY_LIMIT) return null;
  return `The message has ${figure(message.length)} characters; the limit is ${figure(MESSAGE_BODY_LIMIT)}.`;
}

function missingWords(noun: 'office' | 'phone', found: readonly unknown[], cell: string): string | null {
  if (found.length > 0) return null;
  // A cell of semicolons only.
  if (cell !== '') return `Name at least one ${noun}.`;
  return `No ${noun} chosen. Choose one in Create Test, or name it in the ${noun} column of a CSV.`;
}

function scheduleError({ testType, scheduledAt }: Draft): string | null {
  return testType === 'SCHEDULED' && scheduledAt === '' ? 'Choose the date and time in Create Test.' : null;
}

export function isReady({ errors }: PlannedTest): boolean {
  return Object.keys(errors).length === 0;
}

/** The number of messages in one run of each test. */
export function sumMessages(tests: readonly PlannedTest[]): number {
  return tests.reduce((sum, { outgoing }) => sum + outgoing.total, 0);
}

/**
 * The question before these tests are created, in the words of Create Test; null if none is needed.
 * @param now epoch milliseconds
 */
export function createQuestion(tests: readonly PlannedTest[], now: number): string | null {
  const total = sumMessages(tests);
  const past = tests.filter(({ draft }) => hasPassed(draft, now));
  const isRecurring = tests.every(({ draft }) => draft.testType === 'RECURRING');
  const asked = [
    past.length > 0 && passedWords(past, now),
    total > UNASKED_MESSAGES &&
      sendQuestion({ testType: isRecurring ? 'RECURRING' : 'IMMEDIATE', scheduledAt: '' }, total, now),
  ].filter((part) => typeof part === 'string');
  return asked.length === 0 ? null : asked.join(' ');
}

function hasPassed({ testType, scheduledAt }: Draft, now: number): boolean {
  return testType === 'SCHEDULED' && describeWallTime(scheduledAt, now)?.isOver === true;
}

function passedWords(past: readonly PlannedTest[], now: number): string | null {
  const [only, ...others] = past;
  if (only !== undefined && others.length === 0) return sendQuestion(only.draft, only.outgoing.total, now);
  return `The time of ${counted(past.length, 'test')} has passed. Send ${counted(sumMessages(past), 'message')} now?`;
}
