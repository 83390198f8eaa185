/** In the frame of every screen: the number of links to carriers that are down, if any. */
import { Badge, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useDownGateways } from '../../directory/link-trouble.tsx';
import { counted } from '../../ui/counted.ts';

/** Beside the name it belongs to, or in the top bar of a narrow screen. */
const ALARM = {
  c: 'var(--tp-danger)',
  bg: 'var(--tp-danger-soft)',
  fz: 'xs',
  fw: 600,
  tt: 'none',
  ml: 'auto',
  flex: 'none',
  px: 8,
  lts: 0,
} as const;

/** Shown beside a label that says what is down. */
export function LinksDown() {
  const down = useDownGateways().length;
  return down > 0 && <Badge {...ALARM}>{down} down</Badge>;
}

/** Standalone version for narrow screens: says what is down, and links to it. */
export function LinksDownNotice() {
  const down = useDownGateways().length;
  return (
    down > 0 && (
      <Badge {...ALARM} size="xl" component={Link} to="/gateways">
        {counted(down, 'link')} down
      </Badge>
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
