/** Tallies a truth run: verdicts, classes, fates, errors of instants, and faults. */

import type { Report } from './report.ts';
import type { TrueMessage } from './truth-book.ts';
import type { Judgement } from './truth-judge.ts';
import { isInDoubt } from './truth-observations.ts';

const INSTANTS = ['submissionOff', 'receptionOff', 'delayOff'] as const;
/** How many faults are listed with their evidence. */
const MAX_FAULTS = 40;

export interface TruthTally {
  readonly messages: number;
  /** Counts by verdict, by class of arrival, and by fate and alteration in the lab. */
  readonly verdicts: ReadonlyMap<string, number>;
  readonly classes: ReadonlyMap<string, number>;
  /** Counts of MMS by what is reported of their files. */
  readonly fileFindings: ReadonlyMap<string, number>;
  readonly marks: ReadonlyMap<string, number>;
  /** The number of faulty messages and tests, and the first faults. */
  readonly faulty: number;
  readonly faults: readonly string[];
  /** Counts by kind of fault. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Counts of receipts that may or may not have been accepted, by the outcomes of their attempts. */
  readonly doubts: ReadonlyMap<string, number>;
  note(report: Report, truth: TrueMessage | undefined, judgement: Judgement): void;
  /** @param evidence the records of both sides; passed on for every fault, listed only for the first ones */
  blame(who: string, faults: readonly string[], evidence?: object): void;
  /** The error in milliseconds that `share` of the instants do not exceed; NaN without any. */
  distance(name: (typeof INSTANTS)[number], share: number): number;
  /** A summary in lines. */
  describe(): string[];
}

/** @param keepFault receives every fault with its evidence */
export function createTruthTally(keepFault: (fault: object) => void = () => undefined): TruthTally {
  const verdicts = new Map<string, number>();
  const classes = new Map<string, number>();
  const fileFindings = new Map<string, number>();
  const marks = new Map<string, number>();
  const errors = new Map(INSTANTS.map((name) => [name, new Map<number, number>()]));
  const faults: string[] = [];
  const kinds = new Map<string, number>();
  const doubts = new Map<string, number>();
  let messages = 0;
  let faulty = 0;

  return {
    get messages() {
      return messages;
    },
    get faulty() {
      return faulty;
    },
    verdicts,
    classes,
    fileFindings,
    marks,
    faults,
    kinds,
    doubts,
    note(report, truth, judgement) {
      messages += 1;
      count(verdicts, report.verdict);
      if (report.comparison !== null) count(classes, report.comparison);
      if (report.sender === 'altered') count(classes, 'sender altered');
      if (report.files > 0) count(fileFindings, report.fileFinding ?? 'nothing');
      for (const mark of truth?.marks ?? []) count(marks, mark);
      for (const { alteration } of truth?.reached ?? []) if (alteration !== null) count(marks, alteration);
      countDoubts(doubts, truth);
      for (const name of INSTANTS) {
        const distance = judgement[name];
        if (distance !== null) count(errors.get(name) as Map<number, number>, Math.abs(distance));
      }
    },
    blame(who, what, evidence) {
      faulty += 1;
      for (const fault of what) count(kinds, kindOf(fault));
      keepFault({ who, faults: what, evidence });
      if (faults.length >= MAX_FAULTS) return;
      const shown = evidence === undefined ? what : [...what, JSON.stringify(evidence)];
      faults.push(`${who} ${shown.join('; ')}`);
    },
    distance: (name, share) => distanceOf(errors.get(name), share),
    describe: () => [
      `messages judged: ${messages}, with faults: ${faulty}`,
      ...[...kinds].map(([kind, times]) => `  ${times} times: ${kind}`),
      `receipts in doubt: ${countsInWords(doubts) || 'none'}`,
      `verdicts: ${countsInWords(verdicts)}`,
      `what arrived: ${countsInWords(classes)}`,
      `files of MMS: ${countsInWords(fileFindings) || 'none'}`,
      `fates in the lab: ${countsInWords(marks)}`,
      `submission, error in ms: ${spread(errors.get('submissionOff'))}`,
      `reception, error in ms: ${spread(errors.get('receptionOff'))}`,
      `delay, error in ms: ${spread(errors.get('delayOff'))}`,
    ],
  };
}

/** A fault without the texts and numbers of its message. */
function kindOf(fault: string): string {
  return fault.replace(/"(?:[^"\\]|\\.)*"/g, '…').replace(/-?\d+ ms/g, '… ms');
}

function countDoubts(doubts: Map<string, number>, truth: TrueMessage | undefined): void {
  for (const { receipts } of truth?.parts.values() ?? []) {
    for (const receipt of receipts.filter(isInDoubt)) {
      const outcomes = new Set(receipt.attempts.map(({ outcome }) => outcome));
      count(doubts, [...outcomes].join(' and '));
    }
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function countsInWords(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([name, times]) => `${name} ${times}`).join(', ');
}

function spread(counts: ReadonlyMap<number, number> | undefined): string {
  const total = [...(counts ?? [])].reduce((sum, [, times]) => sum + times, 0);
  const at = (share: number) => distanceOf(counts, share);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, max ${at(1)}, of ${total}`;
}

function distanceOf(counts: ReadonlyMap<number, number> | undefined, share: number): number {
  const sorted = [...(counts ?? [])].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, times]) => sum + times, 0);
  let seen = 0;
  for (const [distance, times] of sorted) {
    seen += times;
    if (seen >= share * total) return distance;
  }
  return Number.NaN;
}
