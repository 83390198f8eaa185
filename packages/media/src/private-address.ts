/** Decides which addresses a device in our own network may have: the counterpart of `public-address.ts`. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Private addresses that a cloud host answers itself: the services of Amazon's VPC, and Google's metadata server. */
const SERVED_BY_THE_HOST = [ipaddr.IPv6.parse('fd00:ec2::'), ipaddr.IPv6.parse('fd20:ce::')];
const SERVED_BITS = 32;

/**
 * Whether `address` (IPv4 or IPv6 text from a resolver) is in 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918) or
 * fc00::/7 (RFC 4193). An IPv6 form that embeds an IPv4 address is never private.
 */
export function isPrivateAddress(address: string): boolean {
  // Only the canonical notation: parsers differ on others.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'private';
  if (parsed.zoneId) return false;
  return (
    parsed.range() === 'uniqueLocal' && !SERVED_BY_THE_HOST.some((net) => parsed.match(net, SERVED_BITS))
  );
}

/** Whether two addresses in any notation are the same. */
export function isSameAddress(one: string, other: string): boolean {
  return ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();
}
