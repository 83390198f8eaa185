/** Sends mutated PDUs to both roles and checks that another session is unaffected. */
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePdu } from './codec.ts';
import { SmppError } from './smpp-error.ts';
import { arbitraryPdu } from './testing/arbitrary-pdu.ts';
import { connectRaw, listenRaw, type RawPeer } from './testing/raw-peer.ts';
import { connectPair, connectTo, type SessionPair } from './testing/session-pair.ts';

const PDUS_PER_CONNECTION = 50;
/** Per role: 5,000 PDUs in npm test. */
const CONNECTIONS = 100;
const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };

/** A PDU with changed octets, truncated or extended; its length is corrected, so that all of it is read. */
const mutated = fc
  .tuple(
    arbitraryPdu,
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 0xff })), { maxLength: 4 }),
    fc.integer({ min: -20, max: 20 }),
  )
  .map(([pdu, changes, growth]) => {
    const whole = Buffer.concat([encodePdu(pdu), Buffer.alloc(Math.max(0, growth), 0x41)]);
    const frame = Buffer.from(whole.subarray(0, Math.max(16, whole.length + Math.min(0, growth))));
    for (const [at, octet] of changes) frame[at % frame.length] = octet;
    frame.writeUInt32BE(frame.length, 0);
    return frame;
  });
/** The last PDU of a connection may also have a wrong length. */
const last = fc.tuple(mutated, fc.constantFrom(0, 4, 15, 16_385, 0x7fffffff)).map(([frame, length]) => {
  frame.writeUInt32BE(length, 0);
  return frame;
});
const batch = fc.tuple(
  fc.array(mutated, { minLength: PDUS_PER_CONNECTION - 1, maxLength: PDUS_PER_CONNECTION - 1 }),
  last,
);

/** Submits on the healthy pair, whatever other sessions receive. */
async function expectHealthy({ client, session }: SessionPair): Promise<void> {
  session.onSubmitSm((submit) => session.respond(submit, { status: 0, messageId: 'ok' }));
  expect(await client.submitSm(hello)).toMatchObject({ status: 0, messageId: 'ok' });
}

async function sendMutated(peer: RawPeer, [frames, end]: [Buffer[], Buffer]): Promise<void> {
  peer.socket.end(Buffer.concat([...frames, end]));
  await peer.ended;
}

describe('mutated PDUs', () => {
  it('end only the session of the ESME that sends them', async () => {
    const healthy = await connectPair();
    await fc.assert(
      fc.asyncProperty(batch, async (frames) => {
        const peer = await connectRaw(healthy.server.port);
        peer.send('bind_transceiver', 1, 0, { systemId: 'raw', password: 'secret' });
        await sendMutated(peer, frames);
        await expectHealthy(healthy);
      }),
      { numRuns: soakTimes(CONNECTIONS), endOnFailure: true },
    );
  });

  it('end only the session with the SMSC that sends them, and every call on it', async () => {
    const healthy = await connectPair();
    const { port, accept } = await listenRaw();
    await fc.assert(
      fc.asyncProperty(batch, async (frames) => {
        const connecting = connectTo(port, { onDeliverSm: async () => 0, onDataSm: async () => 0 });
        const peer = await accept();
        peer.send('bind_transceiver_resp', (await peer.expect('bind_transceiver')).sequence);
        const client = await connecting;
        const calls = Promise.allSettled([client.submitSm(hello), client.enquireLink()]);
        await sendMutated(peer, frames);
        await client.closed;
        // No call outlives its session: by the next turn each has a response or an SmppError.
        await new Promise((resolve) => setImmediate(resolve));
        const ends = await Promise.race([calls, Promise.resolve('a call outlived its session')]);
        if (typeof ends === 'string') throw new Error(ends);
        for (const end of ends) {
          if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(SmppError);
        }
        await expect(client.submitSm(hello)).rejects.toMatchObject({ reason: 'closed', written: false });
        await expectHealthy(healthy);
      }),
      { numRuns: soakTimes(CONNECTIONS), endOnFailure: true },
    );
  });
});
