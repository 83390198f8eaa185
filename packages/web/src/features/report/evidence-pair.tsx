/**
 * The carrier's claim and the handset's report of one message side by side, marked if they contradict each other, and the files of an MMS
 * that did not arrive as sent. A row has no room for words, so a legend above all rows explains the signs.
 */
import { IconBuildingBroadcastTower, IconDeviceMobile, IconPaperclip } from '@tabler/icons-react';
import type { TestLog } from '@textprobe/contract/messages';
import { summarizeFiles } from '@textprobe/domain/file-summary';
import { carrierStatement, contradict, handsetStatement } from '@textprobe/domain/statements';
import classes from './evidence-pair.module.css';

export function EvidencePair({ log }: { log: TestLog }) {
  const carrier = carrierStatement(log);
  const handset = handsetStatement(log);
  const isContradicted = contradict(log);
  const files = summarizeFiles(log.reception);
  return (
    <div className={classes.pair}>
      <span className={classes.claim} data-side="carrier" data-says={carrier.says}>
        <IconBuildingBroadcastTower size={14} role="img" aria-label="Carrier:" />
        {carrier.words}
      </span>
      {isContradicted ? (
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

/** Explains the signs. */
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
        <span className={classes.odds}>≠</span> they disagree
      </li>
      {isMms && (
        <li>
          <IconPaperclip size={14} aria-hidden /> what happened to its files
        </li>
      )}
    </ul>
  );
}
