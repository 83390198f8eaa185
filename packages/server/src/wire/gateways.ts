/** Gateways on the wire. */
import type { Gateway } from '@textprobe/contract/gateways';
import type { GatewayLink } from '@textprobe/database/gateways/gateway-links';
import type { GatewayRow } from '@textprobe/database/gateways/gateway-list';
import { timestampToWire } from './timestamps.ts';

/** @param link null: no worker has it open */
export function gatewayToWire(
  { settings, secrets, updatedAt, ...row }: GatewayRow,
  link: GatewayLink | null,
): Gateway {
  return {
    ...row,
    link: link && { state: link.link, since: timestampToWire(link.since), reason: link.reason },
    settings: settings as Gateway['settings'],
    secrets: secrets.map(({ name, setAt }) => ({ name, setAt: timestampToWire(setAt) })),
    updatedAt: timestampToWire(updatedAt),
  };
}
