/** What goes between ESME and SMSC beside submit_sm and deliver_sm. */
import { describe, expect, it } from 'vitest';
import { ESME_RINVBNDSTS, ESME_RINVMSGID, ESME_RQUERYFAIL } from './command-status.ts';
import { connectRaw } from './testing/raw-peer.ts';
import { connectPair } from './testing/session-pair.ts';
import { TAG_MESSAGE_PAYLOAD } from './tlv.ts';

const text = Buffer.from('Hello');
const data = { destinationAddr: '12025550123', tlvs: new Map([[TAG_MESSAGE_PAYLOAD, text]]) };

describe('requests of an ESME', () => {
  it('are refused before the bind, and of a receiver', async () => {
    const { server, client, session } = await connectPair({ bind: 'receiver' });
    session.onQuerySm((pdu) => session.respond(pdu, { status: ESME_RQUERYFAIL }));
    await expect(client.querySm({ messageId: 'a1' })).rejects.toMatchObject({ reason: 'not-bound' });
    const peer = await connectRaw(server.port);
    peer.send('query_sm', 4);
    expect(await peer.expect('query_sm_resp')).toMatchObject({ sequence: 4, status: ESME_RINVBNDSTS });
  });

  it('are not written with a message id that is too long, and the fault names it', async () => {
    const { client } = await connectPair();
    const query = client.querySm({ messageId: 'x'.repeat(65) });
    await expect(query).rejects.toMatchObject({ reason: 'invalid', cause: { status: ESME_RINVMSGID } });
  });
});

describe('what an SMSC sends beside deliver_sm', () => {
  it('is nothing of that on a transmitter’s bind', async () => {
    const { session } = await connectPair({ bind: 'transmitter' });
    await expect(session.dataSm(data)).rejects.toMatchObject({ reason: 'not-bound' });
    expect(() => session.alertNotification({})).toThrow('a transmitter bind takes no alert_notification');
  });
});
