/**
 * A capture file written from octets: a TCP conversation over IPv4, as libpcap keeps it (pcap-savefile(5)), so that no
 * right to capture is needed. Checksums are left 0: Wireshark does not check them unless told to.
 */

/** What one side said in one segment. */
export interface Segment {
  readonly from: 'client' | 'server';
  /** At most {@link MOST_OCTETS}. */
  readonly octets: Buffer;
}

/** What fits into one IPv4 packet beside its headers; more is cut into several. */
export const MOST_OCTETS = 65_495;

/** The port of SMPP by IANA, by which Wireshark knows what to read. */
export const SMPP_PORT = 2775;
const CLIENT_PORT = 40_000;

const MAGIC = 0xa1b2c3d4;
/** LINKTYPE_RAW: packets begin with their IP header. */
const RAW_IP = 101;
const IP_HEADER = 20;
const TCP_HEADER = 20;
const PSH_ACK = 0x18;

/** The file's octets; each segment is a packet, in order, a millisecond apart. */
export function writePcap(segments: readonly Segment[]): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32BE(MAGIC, 0);
  header.writeUInt16BE(2, 4);
  header.writeUInt16BE(4, 6);
  header.writeUInt32BE(0x40000, 16);
  header.writeUInt32BE(RAW_IP, 20);
  const said = { client: 1, server: 1 };
  const packets = segments.flatMap(cut).map(({ from, octets }, index) => {
    const other = from === 'client' ? 'server' : 'client';
    const record = packet(from, octets, said[from], said[other], index);
    said[from] += octets.length;
    return record;
  });
  return Buffer.concat([header, ...packets]);
}

function cut({ from, octets }: Segment): Segment[] {
  const count = Math.ceil(octets.length / MOST_OCTETS);
  return Array.from({ length: count }, (_, index) => ({
    from,
    octets: octets.subarray(index * MOST_OCTETS, (index + 1) * MOST_OCTETS),
  }));
}

function packet(from: Segment['from'], octets: Buffer, seq: number, ack: number, index: number): Buffer {
  const length = IP_HEADER + TCP_HEADER + octets.length;
  const head = Buffer.alloc(16 + IP_HEADER + TCP_HEADER);
  head.writeUInt32BE(1 + Math.floor(index / 1_000), 0);
  head.writeUInt32BE((index % 1_000) * 1_000, 4);
  head.writeUInt32BE(length, 8);
  head.writeUInt32BE(length, 12);
  const ip = head.subarray(16);
  ip.writeUInt8(0x45, 0);
  ip.writeUInt16BE(length, 2);
  ip.writeUInt8(64, 8);
  ip.writeUInt8(6, 9);
  ip.set(from === 'client' ? [10, 0, 0, 1, 10, 0, 0, 2] : [10, 0, 0, 2, 10, 0, 0, 1], 12);
  const tcp = ip.subarray(IP_HEADER);
  tcp.writeUInt16BE(from === 'client' ? CLIENT_PORT : SMPP_PORT, 0);
  tcp.writeUInt16BE(from === 'client' ? SMPP_PORT : CLIENT_PORT, 2);
  tcp.writeUInt32BE(seq >>> 0, 4);
  tcp.writeUInt32BE(ack >>> 0, 8);
  tcp.writeUInt8((TCP_HEADER / 4) << 4, 12);
  tcp.writeUInt8(PSH_ACK, 13);
  tcp.writeUInt16BE(0xffff, 14);
  return Buffer.concat([head, octets]);
}
