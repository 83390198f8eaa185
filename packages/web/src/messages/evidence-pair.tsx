/**
 * The two ledgers of one message side by side: what the carrier claims, what the handset says; marked where they contradict.
 * Behind them the files of an MMS, where any did not arrive as it was sent.
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
      <span className={classes.claim} data-says={carrier.says} title="What the carrier says">
        <IconBuildingBroadcastTower size={14} role="img" aria-label="Carrier:" />
        {carrier.words}
      </span>
      <span className={classes.between} data-odds={odds}>
        {odds ? (
          <abbr title="The carrier and the handset contradict each other">≠</abbr>
        ) : (
          <span aria-hidden>·</span>
        )}
      </span>
      <span className={classes.claim} data-says={handset.says} title="What the handset says">
        <IconDeviceMobile size={14} role="img" aria-label="Handset:" />
        {handset.words}
      </span>
      {files !== null && (
        <span className={classes.claim} data-says="but" title="What became of its files">
          <IconPaperclip size={14} role="img" aria-label="Files:" />
          {files}
        </span>
      )}
    </div>
  );
}
