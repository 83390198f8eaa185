/**
 * Which addresses of the internet a link may lead to: those that anyone out there could reach as well. Everything else
 * (this machine, its networks, a cloud's metadata service) would be fetched with our rights, not with the sender's.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The global unicast space, RFC 4291 2.4: all that IANA has handed out. The rest is internal, obsolete or not yet used. */
const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::');
const GLOBAL_IPV6_BITS = 3;

/** Public by number, but answered by the cloud host underneath: Azure's wire server and DNS. */
const SERVED_BY_THE_HOST: ReadonlySet<string> = new Set(['168.63.129.16']);

/** By which an IPv6-only network reaches IPv4 (NAT64, RFC 6052 2.1): the last 32 bits are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const NAT64_BITS = 96;

/**
 * Whether `address` (IPv4 or IPv6 text, as a resolver gives it) is one of the open internet. Private, loopback, link-local,
 * carrier-grade NAT, multicast, documentation, benchmarking and reserved ranges are not; nor are the IPv6 forms that
 * wrap an IPv4 address, except mapped and NAT64 ones around a public address.
 */
export function isPublicAddress(address: string): boolean {
  // Only the one plain spelling: 010.0.0.1 is 8.0.0.1 to some readers and 10.0.0.1 to others.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  if (parsed.zoneId) return false;
  // ipaddr.js reads ::8.8.8.8 as mapped, which it is not: that form is obsolete.
  if (parsed.isIPv4MappedAddress()) return /ffff/iu.test(address) && isPublicIPv4(parsed.toIPv4Address());
  if (parsed.match(NAT64, NAT64_BITS)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6, GLOBAL_IPV6_BITS);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !SERVED_BY_THE_HOST.has(address.toString());
}
