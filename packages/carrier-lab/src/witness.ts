/** Records the true events of one part and, once a handset has the whole message, of the message. */
import type { ReceiptState } from './fate.ts';
import type { Handset, Passage } from './handset.ts';
import type { ReceiptWatch } from './receipt-sender.ts';
import type { OfferedEvent, TruthSink } from './truth-event.ts';

export interface Witness {
  offered(answer: OfferedEvent['answer']): void;
  answered(written: boolean): void;
  cutLink(): void;
  /** @returns the observer of its delivery */
  receipt(state: ReceiptState, isTrue: boolean): ReceiptWatch | undefined;
  /** For a delivery to the handset of `phone`. */
  onWhole(phone: Handset): NonNullable<Passage['onWhole']>;
}

/** The data of the part on arrival. */
type About = Omit<OfferedEvent, 'kind' | 'at' | 'answer'>;

const NOTHING = () => undefined;
const SILENT: Witness = {
  offered: NOTHING,
  answered: NOTHING,
  cutLink: NOTHING,
  receipt: NOTHING,
  onWhole: () => () => () => NOTHING,
};

/** Creates a witness for one part; without a listener it records nothing. */
export function createWitness(sink: TruthSink | null, now: () => number, about: About): Witness {
  if (sink === null) return SILENT;
  const { message, part } = about;
  let receipts = 0;
  return {
    offered: (answer) => sink({ kind: 'offered', at: now(), ...about, answer }),
    answered: (written) => sink({ kind: 'answered', at: now(), message, part, written }),
    cutLink: () => sink({ kind: 'link cut', at: now(), message }),
    receipt(state, isTrue) {
      receipts += 1;
      const which = { message, part, state, receipt: receipts };
      sink({ kind: 'receipt', at: now(), ...which, isTrue });
      return {
        tried(link) {
          const sentAt = now();
          return (outcome) => sink({ kind: 'receipt tried', at: now(), ...which, sentAt, link, outcome });
        },
        dropped: () => sink({ kind: 'receipt dropped', at: now(), ...which }),
      };
    },
    onWhole:
      ({ phoneNumber: phone }) =>
      ({ sender, text, alteration, isMixed, files, reportsFiles }) => {
        sink({ kind: 'reached', at: now(), message, phone, sender, text, alteration, isMixed, files });
        const reported = reportsFiles ? files : null;
        return (posted) => (at, status) =>
          sink({ kind: 'posted', at, message, phone, text: posted, files: reported, status });
      },
  };
}
