/** A proxy between client and server that records the traffic for a capture file. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createFramer } from '@textprobe/smpp/framer';
import type { Segment } from './tshark.ts';

export interface RecordingProxy {
  readonly port: number;
  /** The traffic of the first connection so far. */
  readonly segments: readonly Segment[];
  close(): Promise<void>;
}

/** @param to the port of 127.0.0.1 to forward to */
export async function startRecordingProxy(to: number): Promise<RecordingProxy> {
  const segments: Segment[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (client) => {
    const other = connect({ host: '127.0.0.1', port: to, noDelay: true });
    sockets.push(client, other);
    pipe(client, other, 'client');
    pipe(other, client, 'server');
  });

  function pipe(source: Socket, target: Socket, from: Segment['from']): void {
    source.on('data', (octets: Buffer) => {
      segments.push({ from, octets });
      target.write(octets);
    });
    source.on('end', () => target.end());
    source.on('error', () => target.destroy());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    segments,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

/** command_id and sequence_number of each PDU of one side, in Wireshark's format. */
export function pdusOf(segments: readonly Segment[], from: Segment['from']): string[] {
  const framer = createFramer();
  return segments
    .filter((segment) => segment.from === from)
    .flatMap(({ octets }) => {
      framer.push(octets);
      const found: string[] = [];
      for (let frame = framer.next(); frame !== null; frame = framer.next()) {
        const id = frame.readUInt32BE(4).toString(16).padStart(8, '0');
        found.push(`0x${id} ${frame.readUInt32BE(12)}`);
      }
      return found;
    });
}
