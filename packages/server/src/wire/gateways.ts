/** Gateways on the wire. */
import type { Gateway } from '@textprobe/contract/gateways';
import type { GatewayRow } from '@textprobe/database/gateways/gateway-list';
import { timestampToWire } from './timestamps.ts';

export function gatewayToWire({ settings, secrets, updatedAt, ...row }: GatewayRow): Gateway {
  return {
    ...row,
    settings: settings as Gateway['settings'],
    secrets: secrets.map(({ name, setAt }) => ({ name, setAt: timestampToWire(setAt) })),
    updatedAt: timestampToWire(updatedAt),
  };
}
