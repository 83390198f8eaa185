/** In the frame of every screen: the number of links to carriers that are down, if any. */
import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useDownGateways } from '../../directory/link-trouble.tsx';
import { counted } from '../../ui/counted.ts';
import classes from './links-down.module.css';

/** Shown beside a label that says what is down. */
export function LinksDown() {
  const down = useDownGateways().length;
  return down > 0 && <span className={classes.alarm}>{down} down</span>;
}

/** Standalone version for narrow screens: says what is down, and links to it. */
export function LinksDownNotice() {
  const down = useDownGateways().length;
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
  const down = useDownGateways().length;
  return (
    <VisuallyHidden role="status">
      {down > 0 && `${down} ${down === 1 ? 'link to a carrier is' : 'links to carriers are'} down.`}
    </VisuallyHidden>
  );
}
