/** Which gateway sends for which offices of a draft, before it is sent. */
import { useQuery } from '@tanstack/react-query';
import type { Gateway, OfficeGateway } from '@textprobe/contract/gateways';
import { getOfficeGateways } from '../../../api/gateways.ts';
import type { Office } from '../../../api/normalize.ts';
import { useDownGateways } from '../../../directory/link-trouble.tsx';
import { useGateways } from '../../../directory/use-gateways.ts';
import type { Draft } from './draft.ts';

/** The default gateway serves every office that is not in `assigned`. */
export interface GatewayRoutes {
  readonly gateways: readonly Gateway[];
  readonly assigned: readonly OfficeGateway[];
}

const REFRESH_MS = 60_000;

/** Null while unknown. Assignments are fetched only if a gateway has a limit or is down: otherwise the form has nothing to say about gateways. */
export function useGatewayRoutes(): GatewayRoutes | null {
  const { data: gateways } = useGateways({ inFrame: true }).query;
  const isAnyDown = useDownGateways().length > 0;
  const isLimited = gateways?.some(({ throughput }) => throughput !== null) ?? false;
  const { data: assigned } = useQuery({
    queryKey: ['office-gateways'],
    queryFn: async ({ signal }) => {
      return getOfficeGateways({ signal, background: true, final401: true });
    },
    enabled: isLimited || isAnyDown,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return gateways === undefined || assigned === undefined ? null : { gateways, assigned };
}

/** Groups the offices by the gateway that sends for them; null if a gateway is unknown. Offices without one send nothing. */
export function shareOffices(
  messageType: Draft['messageType'],
  sending: readonly Office[],
  { gateways, assigned }: GatewayRoutes,
): Map<Gateway, Office[]> | null {
  const byId = new Map(gateways.map((gateway) => [gateway.id, gateway]));
  const ofOffice = new Map(assigned.map(({ officeId, gatewayId }) => [officeId, gatewayId]));
  const byDefault = gateways.find(({ isDefault }) => isDefault);
  const forMms = gateways.find(({ isDefaultMms }) => isDefaultMms);
  const shares = new Map<Gateway, Office[]>();
  for (const office of sending) {
    const gatewayId = ofOffice.get(office.id);
    const own = gatewayId === undefined ? byDefault : byId.get(gatewayId);
    if (gatewayId !== undefined && own === undefined) return null;
    const gateway = messageType === 'SMS' || own?.sendsMms === true ? own : forMms;
    if (gateway === undefined) continue;
    const share = shares.get(gateway);
    if (share === undefined) shares.set(gateway, [office]);
    else share.push(office);
  }
  return shares;
}
