/** Writes into the record of the truth what happens to one part and, once a handset has it whole, to its message. */
import type { ReceiptState } from './fate.ts';
import type { Handset, Passage } from './handset.ts';
import type { OfferedEvent, TruthSink } from './truth-event.ts';

export interface Witness {
  offered(answer: OfferedEvent['answer']): void;
  answered(written: boolean): void;
  cutLink(): void;
  /** @returns what to call once the other side has taken it */
  receipt(state: ReceiptState, isTrue: boolean): () => void;
  /** Of a passage to the handset of `phone`. */
  onWhole(phone: Handset): NonNullable<Passage['onWhole']>;
}

/** What is known of the part as it comes in. */
type About = Omit<OfferedEvent, 'kind' | 'at' | 'answer'>;

const NOTHING = () => undefined;
const NOBODY: Witness = {
  offered: NOTHING,
  answered: NOTHING,
  cutLink: NOTHING,
  receipt: () => NOTHING,
  onWhole: () => () => NOTHING,
};

/** A witness for one part; one that writes nothing where nobody keeps a record. */
export function createWitness(sink: TruthSink | null, now: () => number, about: About): Witness {
  if (sink === null) return NOBODY;
  const { message, part } = about;
  return {
    offered: (answer) => sink({ kind: 'offered', at: now(), ...about, answer }),
    answered: (written) => sink({ kind: 'answered', at: now(), message, part, written }),
    cutLink: () => sink({ kind: 'link cut', at: now(), message }),
    receipt(state, isTrue) {
      sink({ kind: 'receipt', at: now(), message, part, state, isTrue });
      return () => sink({ kind: 'receipt taken', at: now(), message, part, state });
    },
    onWhole:
      ({ phoneNumber: phone }) =>
      ({ sender, text, alteration }) => {
        sink({ kind: 'reached', at: now(), message, phone, sender, text, alteration });
        return (at, status) => sink({ kind: 'posted', at, message, phone, text, status });
      },
  };
}
