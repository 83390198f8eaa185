/**
 * The hosts that a connection test may reach: carriers on the internet or in our private network, never this machine or an
 * address that is special. The host is resolved once, all its addresses are checked, and the test uses exactly those.
 */
import { isIP, type LookupFunction } from 'node:net';
import { pinnedTo } from './link-network.ts';
import { isPrivateAddress } from './private-address.ts';
import { isOwnAddress, ownNetwork, type PrivateDeps, withinTime } from './private-network.ts';
import { isPublicAddress } from './public-address.ts';

export type CarrierHost =
  | {
      readonly ok: true;
      /** Whether all addresses are on the internet. */
      readonly isPublic: boolean;
      /** Resolves to the checked addresses. */
      readonly lookup: LookupFunction;
    }
  /** `message`: a sentence or two. */
  | { readonly ok: false; readonly message: string };

/** @param target.host a name, or an address without brackets */
export async function findCarrierHost(
  { clock, network = ownNetwork }: PrivateDeps,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<CarrierHost> {
  const addresses = isIP(host) === 0 ? await withinTime(clock, () => network.resolve(host)) : [host];
  if (addresses === null || addresses.length === 0)
    return { ok: false, message: `There is no such host: ${host}. Check the name, and this machine’s DNS.` };
  const isAllowed = (address: string) =>
    (isPublicAddress(address) || isPrivateAddress(address)) && !isOwnAddress(network, address);
  if (!addresses.every(isAllowed)) {
    const message = `${host} is this server itself or a special address, which the test does not connect to. Enter the host of the carrier.`;
    return { ok: false, message };
  }
  const routes = addresses.map((address) => network.route(address, port).address);
  return { ok: true, isPublic: addresses.every(isPublicAddress), lookup: pinnedTo(routes) };
}
