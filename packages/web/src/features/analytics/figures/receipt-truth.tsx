/** What carriers claim compared with what handsets saw, in one sentence with its counts (EVIDENCE-4). */
import type { ReceiptTruthFigure } from '@textprobe/contract/analytics';
import { counted, percentWords } from '../../../ui/counted.ts';
import classes from './receipt-truth.module.css';

type Truth = Pick<ReceiptTruthFigure, 'judged' | 'claimedRate' | 'seenRate'>;

/** `Carriers claimed 99%, handsets saw 95%`. @param truth undefined while unknown or failed */
export function truthWords(truth: Truth | undefined): string {
  return `Carriers claimed ${percentWords(truth?.claimedRate)}, handsets saw ${percentWords(truth?.seenRate)}`;
}

/** How many messages the two rates cover. */
export function sampleWords(truth: Truth | undefined): string {
  if (truth === undefined) return 'Of messages with a known outcome, sent to phones that report';
  if (truth.judged === 0) return 'No phone that reports has a message with a known outcome yet';
  return `Of ${counted(truth.judged, 'message')} with a known outcome, sent to phones that report`;
}

interface ReceiptTruthProps {
  readonly truth: ReceiptTruthFigure | undefined;
  readonly isOutdated: boolean;
  /** Shows the messages whose receipts alone say delivered. */
  readonly onReceiptOnly: () => void;
}

export function ReceiptTruth({ truth, isOutdated, onReceiptOnly }: ReceiptTruthProps) {
  return (
    <section
      className={`surface ${classes.truth}`}
      aria-labelledby="claim-and-truth"
      data-outdated={isOutdated || undefined}
    >
      <h3 id="claim-and-truth" className={classes.sentence}>
        {truthWords(truth)}
      </h3>
      <p className={classes.sample}>
        {sampleWords(truth)}.{' '}
        {(truth?.judged ?? 0) > 0 && (
          <button type="button" className={classes.link} onClick={onReceiptOnly}>
            Show messages with a receipt only
          </button>
        )}
      </p>
    </section>
  );
}
