/**
 * The two ledgers of one message side by side: what the carrier claims, what the handset says; marked where they contradict.
 * Behind them the files of an MMS, where any did not arrive as it was sent. The signs are explained once, above all rows.
 */
import type { TestLog } from '@textprobe/contract/messages';
import { IconBuildingBroadcastTower, IconDeviceMobile, IconPaperclip } from '@tabler/icons-react';
import { carrierClaim, contradict, handsetClaim } from '@textprobe/domain/claims';
import { filesInShort } from '@textprobe/domain/files-in-short';
import classes from './evidence-pair.module.css';

export function EvidencePair({ log }: { log: TestLog }) {
  const carrier = carrierClaim(log);
  const handset = handsetClaim(log);
  const odds = contradict(log);
  const files = filesInShort(log.reception);
  return (
    <div className={classes.pair}>
      <span className={classes.claim} data-side="carrier" data-says={carrier.says}>
        <IconBuildingBroadcastTower size={14} role="img" aria-label="Carrier:" />
        {carrier.words}
      </span>
      <span className={classes.between} data-odds={odds}>
        {odds ? (
          <span role="img" aria-label="contradicted by">
            ≠
          </span>
        ) : (
          <span aria-hidden>·</span>
        )}
      </span>
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
