/** In the frame of every screen: the number of links to carriers that are down, if any. */
import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useGateways } from '../../directory/use-gateways.ts';
import { counted } from '../../ui/counted.ts';
import { useNow } from '../../ui/relative-time.ts';
import { isInTrouble } from './gateway-words.ts';
import classes from './links-down.module.css';

/** Shown beside a label that says what is down. */
export function LinksDown() {
  const down = useLinksDown();
  return down > 0 && <span className={classes.alarm}>{down} down</span>;
}

/** Standalone version for narrow screens: says what is down, and links to it. */
export function LinksDownNotice() {
  const down = useLinksDown();
  return (
    down > 0 && (
      <Link to="/gateways" className={classes.alarm}>
        {counted(down, 'link')} down
      </Link>
    )
  );
}

/** Always rendered, so that screen readers announce what appears in it. */
export function LinksDownAnnouncement() {
  const down = useLinksDown();
  return (
    <VisuallyHidden role="status">
      {down > 0 && `${down} ${down === 1 ? 'link to a carrier is' : 'links to carriers are'} down.`}
    </VisuallyHidden>
  );
}

function useLinksDown(): number {
  const { query } = useGateways({ inFrame: true });
  const now = useNow(5_000);
  return (query.data ?? []).filter((gateway) => isInTrouble(gateway, now)).length;
}
