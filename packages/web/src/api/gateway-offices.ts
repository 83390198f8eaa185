/** Which office was given which gateway, and giving them another. */
import type { OfficeGateway } from '@textprobe/contract/gateways';
import { type CallOptions, request, requestJson } from './http.ts';

const OFFICE_GATEWAYS = '/api/tests/sm/v1/offices/gateway';

/** As many as one call takes. */
const AT_ONCE = 10_000;

/** The default gateway serves those that are not among them. */
export function getOfficeGateways(options: CallOptions): Promise<OfficeGateway[]> {
  return requestJson<OfficeGateway[]>(OFFICE_GATEWAYS, options);
}

/** Harmless when it is repeated. @param gatewayID null: back to the default one */
export async function giveGateway(officeIDs: readonly number[], gatewayID: number | null): Promise<void> {
  for (let from = 0; from < officeIDs.length; from += AT_ONCE) {
    const body = { officeIDs: officeIDs.slice(from, from + AT_ONCE), gatewayID };
    await request(OFFICE_GATEWAYS, { method: 'PUT', body });
  }
}
