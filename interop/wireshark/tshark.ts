/** Runs Wireshark's dissectors over a capture file, with tshark. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireProgram } from '../foreign-programs.ts';

/** The data of one segment, from one side. */
export interface Segment {
  readonly from: 'client' | 'server';
  readonly octets: Buffer;
}

/** The most octets in one IPv4 packet; longer segments are split. */
const MAX_OCTETS = 65_495;
/** The client's port, and the IANA port of SMPP, from which Wireshark infers the protocol. */
const PORTS = [40_000, 2_775];

/** A field's value as tshark prints it: an object if it has subfields, an array if it is repeated. */
export type Dissected = string | Dissection | readonly (string | Dissection)[];
export interface Dissection {
  readonly [field: string]: Dissected;
}

/** The protocols of one packet, by name: `smpp`, and `_ws.malformed` if something is wrong. */
export type Layers = Dissection;

const MAX_OUTPUT = 256 * 1024 * 1024;
const run = promisify(execFile);

/** @returns the layers of each packet, in order */
export async function dissect(segments: readonly Segment[]): Promise<Layers[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tshark-'));
  try {
    const dump = path.join(folder, 'dump.txt');
    const file = path.join(folder, 'capture.pcap');
    await writeFile(dump, segments.flatMap(dumpOf).join('\n'));
    // A synthetic TCP connection over IPv4, so that no capture privileges are needed.
    const headers = ['-q', '-D', '-4', '10.0.0.1,10.0.0.2', '-T', PORTS.join(',')];
    await run(requireProgram('text2pcap'), [...headers, dump, file]);
    // Incomplete messages are shown as they are, and times are independent of the local time zone.
    const args = ['-r', file, '-T', 'json', '--no-duplicate-keys', '-d', `tcp.port==${PORTS[1]},smpp`];
    const { stdout } = await run(requireProgram('tshark'), args, {
      maxBuffer: MAX_OUTPUT,
      env: { PATH: process.env.PATH, HOME: folder, TZ: 'UTC' },
    });
    const packets = JSON.parse(stdout) as { _source: { layers: Layers } }[];
    return packets.map(({ _source }) => _source.layers);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packets in the format of text2pcap: direction as seen by the client, an offset, and the octets in hex. */
function dumpOf({ from, octets }: Segment): string[] {
  const count = Math.ceil(octets.length / MAX_OCTETS);
  return Array.from({ length: count }, (_, index) => {
    const hex = octets.subarray(index * MAX_OCTETS, (index + 1) * MAX_OCTETS).toString('hex');
    return `${from === 'client' ? 'O' : 'I'}\n0000 ${hex.replaceAll(/../g, '$& ')}\n`;
  });
}

/** Everything that Wireshark finds wrong in a packet: malformed PDUs, and expert notes on SMPP. */
export function complaints(layers: Layers): string[] {
  return Object.entries(layers).flatMap(([protocol, content]) => {
    if (protocol.startsWith('_ws.')) return [`${protocol}: ${JSON.stringify(content)}`];
    return protocol === 'smpp' || protocol === 'gsm_sms_ud' ? expertWords(content) : [];
  });
}

function expertWords(content: Dissected): string[] {
  if (typeof content === 'string') return [];
  if (Array.isArray(content)) return content.flatMap(expertWords);
  return Object.entries(content as Dissection).flatMap(([field, value]) =>
    field.startsWith('_ws.') ? [`${field}: ${JSON.stringify(value)}`] : expertWords(value),
  );
}
