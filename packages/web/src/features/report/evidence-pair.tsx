/**
 * The two ledgers of one message side by side: what the carrier claims, what the handset says; marked where they contradict.
 * Behind them the files of an MMS, where any did not arrive as it was sent. The signs are explained once, above all rows: in a row there is no room for the words.
 */
import { IconBuildingBroadcastTower, IconDeviceMobile, IconPaperclip } from '@tabler/icons-react';
import type { TestLog } from '@textprobe/contract/messages';
import { summarizeFiles } from '@textprobe/domain/file-summary';
import { carrierStatement, contradict, handsetStatement } from '@textprobe/domain/statements';
import classes from './evidence-pair.module.css';

export function EvidencePair({ log }: { log: TestLog }) {
  const carrier = carrierStatement(log);
  const handset = handsetStatement(log);
  const odds = contradict(log);
  const files = summarizeFiles(log.reception);
  return (
    <div className={classes.pair}>
      <span className={classes.claim} data-side="carrier" data-says={carrier.says}>
        <IconBuildingBroadcastTower size={14} role="img" aria-label="Carrier:" />
        {carrier.words}
      </span>
      {odds ? (
        <span className={classes.odds} role="img" aria-label="contradicted by">
          ≠
        </span>
      ) : (
        <span className={classes.between} aria-hidden>
          ·
        </span>
      )}
      <span className={classes.claim} data-side="handset" data-says={handset.says}>
        <IconDeviceMobile size={14} role="img" aria-label="Handset:" />
        {handset.words}
      </span>
      {files !== null && (
        <span className={classes.claim} data-side="files" data-says="but">
          <IconPaperclip size={14} role="img" aria-label="Files:" />
          {files}
        </span>
      )}
    </div>
  );
}

/** What the signs mean. */
export function EvidenceLegend({ isMms }: { isMms: boolean }) {
  return (
    <ul className={classes.legend} aria-label="Signs">
      <li>
        <IconBuildingBroadcastTower size={14} aria-hidden /> the carrier says
      </li>
      <li>
        <IconDeviceMobile size={14} aria-hidden /> the handset says
      </li>
      <li>
        <span className={classes.odds}>≠</span> they contradict each other
      </li>
      {isMms && (
        <li>
          <IconPaperclip size={14} aria-hidden /> what became of its files
        </li>
      )}
    </ul>
  );
}
