/**
 * A faulty connection between a gateway and its SMSC: it splits PDUs over segments, delays some, breaks in the middle of
 * one, unbinds, and nacks the gateway's responses. `draw` decides which.
 */
import { connect, createServer, type Socket } from 'node:net';
import { encode } from '@textprobe/smpp/codec';
import { ESME_RINVCMDLEN } from '@textprobe/smpp/command-status';

export interface HostileWire {
  readonly port: number;
  /** The number of faults by kind. */
  readonly done: ReadonlyMap<string, number>;
  /** Forwards the delayed PDUs. */
  release(): void;
  /** Stops causing faults: from now on it only forwards. */
  calm(): void;
  close(): void;
}

/** Reassembles PDUs from a stream. */
function createFramer(onPdu: (pdu: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readUInt32BE(0)) {
      const pdu = rest.subarray(0, rest.readUInt32BE(0));
      rest = rest.subarray(pdu.length);
      onPdu(pdu);
    }
  };
}

const DELIVER_SM_RESP = 0x80000005;
const ENQUIRE_LINK_RESP = 0x80000015;
const UNBIND_RESP = 0x80000006;
const SUBMIT_SM_RESP = 0x80000004;

/** @param draw from 0 to below 1; the only source of faults, until `calm` */
export async function startHostileWire(farPort: number, draw: () => number): Promise<HostileWire> {
  const done = new Map<string, number>();
  const sockets = new Set<Socket>();
  const delayed: (() => void)[] = [];
  let isCalm = false;

  function causes(kind: string, probability: number): boolean {
    if (isCalm || draw() >= probability) return false;
    done.set(kind, (done.get(kind) ?? 0) + 1);
    return true;
  }

  function join(near: Socket, far: Socket) {
    const pieces: Buffer[] = [];
    let isBusy = false;

    // One piece per turn of the event loop, so that the gateway reads each separately.
    function pump() {
      const next = pieces.shift();
      isBusy = next !== undefined;
      if (next === undefined) return;
      if (!near.destroyed) near.write(next);
      setImmediate(pump);
    }

    function toGateway(pdu: Buffer) {
      const at = 1 + Math.floor(draw() * (pdu.length - 1));
      pieces.push(...(causes('cut over segments', 0.3) ? [pdu.subarray(0, at), pdu.subarray(at)] : [pdu]));
      if (!isBusy) pump();
    }

    function end() {
      near.destroy();
      far.destroy();
    }

    far.on(
      'data',
      createFramer((pdu) => {
        const command = pdu.readUInt32BE(4);
        const isAnswer = command === SUBMIT_SM_RESP;
        if (isAnswer && causes('broken within an answer', 0.01)) {
          near.end(pdu.subarray(0, 7));
          return void far.destroy();
        }
        if (command === ENQUIRE_LINK_RESP && causes('late enquire_link_resp', 0.5))
          return void delayed.push(() => toGateway(pdu));
        if (isAnswer && causes('answer overtaken', 0.05)) return void setImmediate(toGateway, pdu);
        toGateway(pdu);
        if (isAnswer && causes('unbind', 0.01)) toGateway(encode('unbind', 0x7000_0000, 0, {}));
      }),
    );
    near.on(
      'data',
      createFramer((pdu) => {
        const command = pdu.readUInt32BE(4);
        if (command === UNBIND_RESP) return end();
        far.write(pdu);
        if (command === DELIVER_SM_RESP && causes('nack of an answer', 0.6))
          toGateway(encode('generic_nack', pdu.readUInt32BE(12), ESME_RINVCMDLEN, {}));
      }),
    );
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', end);
    }
  }

  const server = createServer((near) => join(near, connect(farPort, '127.0.0.1'))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    port: address.port,
    done,
    release() {
      for (const forward of delayed.splice(0)) forward();
    },
    calm() {
      isCalm = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
