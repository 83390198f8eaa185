/**
 * Decides which addresses a link may lead to: those that are reachable from anywhere. Everything else (this machine, its
 * networks, a cloud's metadata service) would be fetched with our access, not the sender's.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The global unicast space, RFC 4291 2.4: all that IANA has allocated. The rest is internal, obsolete or unused. */
const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::');
const GLOBAL_IPV6_BITS = 3;

/** Public addresses that the cloud host answers itself: Azure's wire server and DNS. */
const SERVED_BY_THE_HOST: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The prefix for IPv4 on IPv6-only networks (NAT64, RFC 6052 2.1): the last 32 bits are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const NAT64_BITS = 96;

/**
 * Whether `address` (IPv4 or IPv6 text from a resolver) is public. Private, loopback, link-local, carrier-grade NAT, multicast,
 * documentation, benchmarking and reserved ranges are not; nor are IPv6 forms that embed an IPv4 address, except mapped and
 * NAT64 ones with a public address.
 */
export function isPublicAddress(address: string): boolean {
  // Only the canonical notation: some parsers read 010.0.0.1 as 8.0.0.1, others as 10.0.0.1.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  if (parsed.zoneId) return false;
  // ipaddr.js treats ::8.8.8.8 as mapped, but it is the obsolete IPv4-compatible form.
  if (parsed.isIPv4MappedAddress()) return /ffff/iu.test(address) && isPublicIPv4(parsed.toIPv4Address());
  if (parsed.match(NAT64, NAT64_BITS)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6, GLOBAL_IPV6_BITS);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !SERVED_BY_THE_HOST.has(address.toString());
}
