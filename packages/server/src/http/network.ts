/** The address of a client, and its network, which unauthenticated requests are charged to. */
import { isIPv4, isIPv6 } from 'node:net';

/** A trusted proxy may forward any text. */
const ADDRESS_LIMIT = 100;

/** Short enough to store. */
export function addressOf(ip: string): string {
  return ip.slice(0, ADDRESS_LIMIT);
}

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0xffff];

/**
 * The network of a client address: the address itself for IPv4, its /64 for IPv6 (`2001:db8:0:1::/64`), since a subscriber
 * gets a whole /64. IPv4-mapped IPv6 (`::ffff:192.0.2.1`) counts as IPv4; a zone id is ignored. Text that is not an IP
 * address is returned unchanged.
 */
export function networkOf(ip: string): string {
  if (isIPv4(ip)) return ip;
  const address = ip.split('%', 1)[0] ?? '';
  if (!isIPv6(address)) return ip;
  const groups = groupsOf(address);
  if (MAPPED_PREFIX.every((group, nth) => groups[nth] === group)) {
    return groups
      .slice(MAPPED_PREFIX.length)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = '', right] = address.split('::', 2);
  const head = partsOf(left);
  const tail = partsOf(right ?? '');
  return [...head, ...Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
}

function partsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
