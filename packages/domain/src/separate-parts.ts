/**
 * Puts together the parts of a long text that a phone reports as messages of their own (EVIDENCE-1): which reports are
 * parts of which message. A report is a part only if it consists of whole parts of the sent text (`part-order.ts`), so a
 * text of another message or an unrelated one is never taken.
 */
import { normalizeMessageCode } from './message-code.ts';
import { orderOfParts } from './part-order.ts';
import { possibleSplits } from './segments.ts';

/** Longest time between the report with a message's code and its other parts, in milliseconds. */
export const SEPARATE_WITHIN_MS = 600_000;

/** A report of a phone. */
export interface SeparateReport {
  readonly id: number;
  /** When it reached us, epoch milliseconds. */
  readonly at: number;
  readonly text: string;
}

/** A message that some reports are certainly about. */
export interface SplitMessage {
  readonly id: number;
  /** With its code. */
  readonly sentText: string;
  /** When it was created, epoch milliseconds: an earlier report of the same text is another message's. */
  readonly createdAt: number;
  /** Ids of the reports with its code or a piece of it, and of those that were put together before. */
  readonly reports: readonly number[];
}

/** A report that is a part of a message. */
export interface SeparatePart {
  readonly report: number;
  readonly message: number;
  /** The number of its first part, from 1. */
  readonly part: number;
}

/**
 * The parts of each message, for messages with at least two. Every report is in at most one message, and every part of a
 * message has one report; a repeated one has the number of the first. Of several possible messages, a report belongs to
 * the one whose code arrived nearest to it in time.
 * @param reports of one phone from one sender, in any order
 */
export function gatherParts(
  messages: readonly SplitMessage[],
  reports: readonly SeparateReport[],
): SeparatePart[] {
  const candidates = messages.flatMap((message) => {
    const others = new Set(messages.flatMap(({ id, reports: own }) => (id === message.id ? [] : own)));
    return candidatesOf(
      message,
      reports.filter(({ id }) => message.reports.includes(id) || !others.has(id)),
    );
  });
  const taken = new Map<number, Candidate>();
  const covered = new Map<number, Set<number>>();
  candidates.sort(
    (a, b) => a.distance - b.distance || a.at - b.at || a.report - b.report || a.message - b.message,
  );
  for (const candidate of candidates) {
    const { report, message, arrived } = candidate;
    const own = covered.get(message) ?? new Set();
    if (taken.has(report) || arrived.some((part) => own.has(part))) continue;
    taken.set(report, candidate);
    covered.set(message, new Set([...own, ...arrived]));
  }
  const counts = Map.groupBy(taken.values(), ({ message }) => message);
  const isSeparate = ({ message }: Candidate) => (counts.get(message)?.length ?? 0) > 1;
  // What is left repeats a part: a phone may report it twice.
  const isRepeat = (one: Candidate) =>
    !taken.has(one.report) && counts.get(one.message)?.some(({ key }) => key === one.key);
  const repeats = new Map(candidates.filter(isRepeat).map((one) => [one.report, one]));
  return [...taken.values(), ...repeats.values()]
    .filter(isSeparate)
    .map(({ report, message, arrived: [part = 1] }) => ({ report, message, part }));
}

/** A report that may be a part of a message. */
interface Candidate {
  readonly report: number;
  readonly at: number;
  readonly message: number;
  /** The parts in it, in order, from 1. */
  readonly arrived: readonly number[];
  /** `arrived` as a key. */
  readonly key: string;
  /** Time to the nearest report that is certainly about the message, in milliseconds; negative for such a report. */
  readonly distance: number;
}

/** By the split that explains most reports, and at least one that is certainly about the message. */
function candidatesOf(message: SplitMessage, reports: readonly SeparateReport[]): Candidate[] {
  const certain = reports.filter(({ id }) => message.reports.includes(id));
  const near = reports.flatMap((report) => {
    const distance = Math.min(...certain.map(({ at }) => Math.abs(at - report.at)));
    if (distance > SEPARATE_WITHIN_MS || report.at < message.createdAt) return [];
    return [{ ...report, distance: certain.includes(report) ? -1 : distance }];
  });
  let best: Candidate[] = [];
  for (const parts of possibleSplits(message.sentText)) {
    const found = near.flatMap(({ id: report, at, text, distance }): Candidate[] => {
      // A cheap test first: most texts have nothing to do with the message.
      const mayBePart = parts.some((part) => text.includes(part.trim()));
      const arrived = mayBePart ? orderOfParts(parts, text)?.arrived : undefined;
      return arrived === undefined
        ? []
        : [{ report, at, message: message.id, arrived, key: arrived.join(), distance }];
    });
    const isExplained = found.some(({ distance }) => distance < 0);
    if (isExplained && found.length > best.length) best = found;
  }
  return best;
}

/** The joined text of a message's parts, in their order, without repeated ones; and how many reports it took. */
export function joinParts(parts: readonly { readonly part: number; readonly text: string }[]): {
  readonly text: string;
  readonly reports: number;
} {
  const first = new Map(parts.toReversed().map(({ part, text }) => [part, text]));
  const inOrder = [...first].sort(([a], [b]) => a - b);
  return { text: inOrder.map(([, text]) => text).join(''), reports: inOrder.length };
}

const COUNTER = String.raw`[(\[]\d{1,3}/\d{1,3}[)\]]`;
const BARE = String.raw`\d{1,3}/\d{1,3}`;
const START_OF_CODE = new RegExp(
  String.raw`[#＃﹟]([0-9A-Za-z]{0,10})(?:\s*${COUNTER}|\s+${BARE})?\s*$`,
  'u',
);
const END_OF_CODE = new RegExp(
  String.raw`^\s*(?:${COUNTER}|${BARE}\s)?\s*([0-9A-Za-z]{1,11})(?![\p{L}\p{N}])`,
  'u',
);

/** Pairs of reports that are tried: a flood of texts that end like the start of a code must not take long. */
const MAX_PAIRS = 10_000;

/**
 * The codes that are cut between the end of one report and the start of another, in canonical spelling.
 * @param reports of one phone from one sender
 */
export function findCutCodes<Report extends { readonly text: string }>(
  reports: readonly Report[],
): { readonly code: string; readonly of: readonly [Report, Report] }[] {
  const starts = reports.flatMap((report) => {
    const start = START_OF_CODE.exec(report.text)?.[1];
    return start === undefined ? [] : [{ start, report }];
  });
  const ends = reports.flatMap((report) => {
    const end = END_OF_CODE.exec(report.text)?.[1];
    return end === undefined ? [] : [{ end, report }];
  });
  return starts.slice(0, MAX_PAIRS / Math.max(1, ends.length)).flatMap((before) =>
    ends.flatMap((after) => {
      const code = normalizeMessageCode(before.start + after.end);
      return code === null ? [] : [{ code, of: [before.report, after.report] as const }];
    }),
  );
}
