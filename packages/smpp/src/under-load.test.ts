/** Many PDUs at a time: reusing buffers must not lose, duplicate or mix up anything. */
import { describe, expect, it } from 'vitest';
import type { DeliverSm, DeliverSmResp } from './pdu.ts';
import type { SmppServerSession } from './server.ts';
import { testCertificate, testKey } from './testing/certificate.ts';
import { bindRaw } from './testing/raw-peer.ts';
import { connectTo, startServer } from './testing/session-pair.ts';
import { TAG_MESSAGE_PAYLOAD } from './tlv.ts';

const tls = { key: testKey, cert: testCertificate };
const WINDOW = 50;
const COUNT = 1_000;
/** Texts of many lengths, each with its index. */
const textOf = (index: number): string => `${index}:${'x'.repeat((index * 37) % 240)}`;

/** Accepts a text with its index as the id, and delivers it back. */
function echo(session: SmppServerSession): void {
  session.onSubmitSm((submit) => {
    const [index = ''] = submit.shortMessage.toString().split(':');
    session.respond(submit, { status: 0, messageId: index });
    const back = { sourceAddr: submit.destinationAddr, shortMessage: Buffer.from(submit.shortMessage) };
    session.deliver(back, (end) => {
      if (end instanceof Error) session.destroy();
    });
  });
}

describe.each([
  ['TCP', {}, {}],
  ['TLS', { tls }, { tls: { ca: testCertificate } }],
])('under load over %s', (_how, ofServer, ofClient) => {
  it('every message gets its own id, and is delivered back unchanged', async () => {
    const { server } = await startServer({ ...ofServer, onSession: echo });
    const back: string[] = [];
    const allBack = Promise.withResolvers<void>();
    const client = await connectTo(server.port, {
      ...ofClient,
      window: WINDOW,
      onDeliverSm(pdu) {
        back.push(pdu.shortMessage.toString());
        if (back.length === COUNT) allBack.resolve();
        return 0;
      },
    });
    const ids: string[] = [];
    let next = 0;
    async function sendNext(): Promise<void> {
      while (next < COUNT) {
        const index = next;
        next += 1;
        const shortMessage = Buffer.from(textOf(index));
        const answer = await client.submitSm({ destinationAddr: String(index), shortMessage });
        ids[index] = answer.messageId;
      }
    }
    await Promise.all(Array.from({ length: WINDOW }, sendNext));
    await allBack.promise;
    const indexes = Array.from({ length: COUNT }, (_, index) => index);
    expect(ids).toEqual(indexes.map(String));
    expect(back.toSorted()).toEqual(indexes.map(textOf).toSorted());
  });
});

describe('a peer that does not read for a while', () => {
  it('gets everything afterwards, unchanged', async () => {
    const opened = Promise.withResolvers<SmppServerSession>();
    const { server } = await startServer({ onSession: opened.resolve });
    const peer = await bindRaw(server.port);
    const session = await opened.promise;
    peer.socket.pause();
    const payloadOf = (index: number) => Buffer.alloc(20_000 + index, index);
    const answers: Array<Promise<DeliverSmResp>> = [];
    for (let index = 0; index < 400; index += 1) {
      const payload = { tlvs: new Map([[TAG_MESSAGE_PAYLOAD, payloadOf(index)]]) };
      // Eight megabytes in many writes, more than the system's socket buffer holds.
      answers.push(session.deliverSm(payload));
      if (index % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    peer.socket.resume();
    for (let index = 0; index < 400; index += 1) {
      const pdu = (await peer.expect('deliver_sm')) as DeliverSm;
      if (!pdu.tlvs.get(TAG_MESSAGE_PAYLOAD)?.equals(payloadOf(index)))
        throw new Error(`${index} is corrupted`);
      peer.send('deliver_sm_resp', pdu.sequence);
    }
    expect((await Promise.all(answers)).every(({ status }) => status === 0)).toBe(true);
  });
});
