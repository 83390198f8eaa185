/** Counts what a run of the truth test came to: verdicts, classes, fates, how far instants are from the truth, faults. */
import type { TrueMessage } from './truth-book.ts';
import { isInDoubt } from './truth-heard.ts';
import type { Judgement, SaidMessage } from './truth-judge.ts';

const INSTANTS = ['submissionOff', 'receptionOff', 'delayOff'] as const;
/** So many faults are told with all that is needed to look into them. */
const MOST_FAULTS = 40;

export interface TruthTally {
  readonly messages: number;
  /** So many of each verdict; of each class of what arrived; of each fate in the lab. */
  readonly verdicts: ReadonlyMap<string, number>;
  readonly classes: ReadonlyMap<string, number>;
  readonly marks: ReadonlyMap<string, number>;
  /** Messages and tests about which something is wrong, and the first of them. */
  readonly faulty: number;
  readonly faults: readonly string[];
  /** So many of each kind of fault. */
  readonly kinds: ReadonlyMap<string, number>;
  /** So many receipts of which the lab cannot know whether they were taken, by what befell them. */
  readonly doubts: ReadonlyMap<string, number>;
  note(said: SaidMessage, truth: TrueMessage | undefined, judgement: Judgement): void;
  /** @param evidence all that settles it: kept for every fault, while only the first are kept in words */
  blame(who: string, faults: readonly string[], evidence?: object): void;
  /** Milliseconds from the truth that so large a share of a kind of instant stays within; NaN of none. */
  distance(name: (typeof INSTANTS)[number], share: number): number;
  /** For people, a line each. */
  describe(): string[];
}

/** @param keep takes every fault with its evidence */
export function createTruthTally(keep: (fault: object) => void = () => undefined): TruthTally {
  const verdicts = new Map<string, number>();
  const classes = new Map<string, number>();
  const marks = new Map<string, number>();
  const off = new Map(INSTANTS.map((name) => [name, new Map<number, number>()]));
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
    marks,
    faults,
    kinds,
    doubts,
    note(said, truth, judgement) {
      messages += 1;
      count(verdicts, said.verdict);
      if (said.comparison !== null) count(classes, said.comparison);
      if (said.sender === 'altered') count(classes, 'sender altered');
      for (const mark of truth?.marks ?? []) count(marks, mark);
      countDoubts(doubts, truth);
      for (const name of INSTANTS) {
        const distance = judgement[name];
        if (distance !== null) count(off.get(name) as Map<number, number>, Math.abs(distance));
      }
    },
    blame(who, what, evidence) {
      faulty += 1;
      for (const fault of what) count(kinds, kindOf(fault));
      keep({ who, faults: what, evidence });
      if (faults.length >= MOST_FAULTS) return;
      const told = evidence === undefined ? what : [...what, JSON.stringify(evidence)];
      faults.push(`${who} ${told.join('; ')}`);
    },
    distance: (name, share) => distanceOf(off.get(name), share),
    describe: () => [
      `messages judged: ${messages}, of which wrong or unexplained: ${faulty}`,
      ...[...kinds].map(([kind, times]) => `  ${times} times: ${kind}`),
      `receipts in doubt: ${inWords(doubts) || 'none'}`,
      `verdicts: ${inWords(verdicts)}`,
      `what arrived: ${inWords(classes)}`,
      `fates in the lab: ${inWords(marks)}`,
      `submission, ms from the truth: ${spread(off.get('submissionOff'))}`,
      `reception, ms from the truth: ${spread(off.get('receptionOff'))}`,
      `delay, ms from the truth: ${spread(off.get('delayOff'))}`,
    ],
  };
}

/** A fault without what is its message's own: texts and figures. */
function kindOf(fault: string): string {
  return fault.replace(/"(?:[^"\\]|\\.)*"/g, '…').replace(/-?\d+ ms/g, '… ms');
}

function countDoubts(doubts: Map<string, number>, truth: TrueMessage | undefined): void {
  for (const { receipts } of truth?.parts.values() ?? []) {
    for (const receipt of receipts.filter(isInDoubt)) {
      const befell = new Set(receipt.tries.map(({ outcome }) => outcome));
      count(doubts, [...befell].join(' and '));
    }
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function inWords(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([name, times]) => `${name} ${times}`).join(', ');
}

function spread(counts: ReadonlyMap<number, number> | undefined): string {
  const total = [...(counts ?? [])].reduce((sum, [, times]) => sum + times, 0);
  const at = (share: number) => distanceOf(counts, share);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, most ${at(1)}, of ${total}`;
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
