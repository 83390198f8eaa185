/** What the signs of the two ledgers mean, once for all rows: in a row there is no room for the words. */
import { IconBuildingBroadcastTower, IconDeviceMobile, IconPaperclip } from '@tabler/icons-react';
import classes from './evidence-legend.module.css';

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
