/** Wireshark's dissectors over a capture file, by tshark. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireProgram } from '../foreign-programs.ts';
import { type Segment, SMPP_PORT, writePcap } from './pcap.ts';

/** A field's value as tshark prints it; a field that has others within is an object, one that comes twice an array. */
export type Dissected = string | Dissection | readonly (string | Dissection)[];
export interface Dissection {
  readonly [field: string]: Dissected;
}

/** The protocols of one packet, by name: `smpp`, and `_ws.malformed` where something is wrong. */
export type Layers = Dissection;

const MOST_OUTPUT = 256 * 1024 * 1024;

/** @returns the layers of each packet, in order */
export async function dissect(segments: readonly Segment[]): Promise<Layers[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tshark-'));
  try {
    const file = path.join(folder, 'capture.pcap');
    await writeFile(file, writePcap(segments));
    // A part of a message that is never completed shows as it is, and times do not depend on the machine's zone.
    const args = ['-r', file, '-T', 'json', '--no-duplicate-keys', '-d', `tcp.port==${SMPP_PORT},smpp`];
    const { stdout } = await promisify(execFile)(requireProgram('tshark'), args, {
      maxBuffer: MOST_OUTPUT,
      env: { PATH: process.env.PATH, HOME: folder, TZ: 'UTC' },
    });
    const packets = JSON.parse(stdout) as { _source: { layers: Layers } }[];
    return packets.map(({ _source }) => _source.layers);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What Wireshark finds wrong, wherever in a packet: malformed PDUs, and what its experts say of SMPP. */
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
