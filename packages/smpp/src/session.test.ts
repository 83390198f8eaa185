import { describe, expect, it } from 'vitest';
import type { SmppClient, SmppClientOptions } from './client.ts';
import { ESME_RINVCMDID, ESME_RINVCMDLEN, ESME_RTHROTTLED, ESME_RUNKNOWNERR } from './command-status.ts';
import { createManualClock, type ManualClock } from './testing/manual-clock.ts';
import { listenRaw, type RawPeer } from './testing/raw-peer.ts';
import { connectPair, connectTo } from './testing/session-pair.ts';

const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };

/** Our client, bound to a peer that responds only as the test says. */
async function connectToRaw(
  options: Partial<SmppClientOptions> = {},
): Promise<{ client: SmppClient; peer: RawPeer; clock: ManualClock }> {
  const { port, accept } = await listenRaw();
  const clock = createManualClock();
  const connecting = connectTo(port, { clock, ...options });
  const peer = await accept();
  const { sequence } = await peer.expect('bind_transceiver');
  peer.send('bind_transceiver_resp', sequence);
  return { client: await connecting, peer, clock };
}

describe('a session that ends', () => {
  it('ends every pending request, as possibly written', async () => {
    const { client, session, nextSubmit } = await connectPair();
    const waiting = [1, 2, 3].map(() => client.submitSm(hello).catch((error: unknown) => error));
    for (const _ of waiting) await nextSubmit();
    session.destroy();
    for (const error of await Promise.all(waiting))
      expect(error).toMatchObject({ reason: 'closed', written: true });
    expect(await client.closed).toEqual({ reason: 'the peer closed the connection' });
    expect(client).toMatchObject({ isOpen: false, freeSlots: 0 });
  });

  it('reports what was certainly not written', async () => {
    const { client } = await connectPair();
    const unwritten = client.submitSm(hello);
    client.destroy();
    await expect(unwritten).rejects.toMatchObject({ reason: 'closed', written: false });
    await expect(client.submitSm(hello)).rejects.toMatchObject({ reason: 'closed', written: false });
    expect(await client.closed).toEqual({ reason: 'destroyed' });
  });

  it('writes its queue before it closes', async () => {
    const { client, peer } = await connectToRaw({
      onDeliverSm() {
        void client.submitSm(hello).catch(() => {});
        return 0;
      },
    });
    peer.socket.cork();
    peer.send('deliver_sm', 1, 0, hello);
    peer.send('unbind', 2);
    peer.socket.uncork();
    await peer.expect('submit_sm');
    await peer.expect('deliver_sm_resp');
    await peer.expect('unbind_resp');
    await expect(peer.next()).rejects.toThrow('the connection ended');
    await client.closed;
  });

  it('reports a broken connection', async () => {
    const { client, peer } = await connectToRaw();
    peer.socket.resetAndDestroy();
    expect((await client.closed).reason).toMatch(/^the connection broke: .*ECONNRESET/);
  });
});

describe('unbinding', () => {
  it('waits for the responses in flight, is answered and closes', async () => {
    const { client, peer } = await connectToRaw();
    const submitted = client.submitSm(hello);
    const submit = await peer.expect('submit_sm');
    const unbound = client.unbind();
    expect(client).toMatchObject({ isOpen: false, freeSlots: 0 });
    await expect(client.submitSm(hello)).rejects.toMatchObject({ reason: 'closed', written: false });
    peer.send('submit_sm_resp', submit.sequence, 0, { messageId: 'x' });
    expect(await submitted).toMatchObject({ messageId: 'x' });
    const { sequence } = await peer.expect('unbind');
    peer.send('unbind_resp', sequence);
    await unbound;
    expect(await client.closed).toEqual({ reason: 'unbound' });
    await peer.ended;
    await client.unbind();
  });

  it('waits no longer than its timeout, and still sends unbind', async () => {
    const { client, peer, clock } = await connectToRaw();
    const submitted = client.submitSm(hello).catch((error: unknown) => error);
    await peer.expect('submit_sm');
    const unbound = client.unbind(300);
    expect(client.unbind(300)).toBe(unbound);
    clock.advance(300);
    await peer.expect('unbind');
    await unbound;
    expect(await submitted).toMatchObject({ reason: 'closed', written: true });
    await peer.ended;
  });

  it('waits no longer for the unbind response either', async () => {
    const { client, peer, clock } = await connectToRaw();
    const unbound = client.unbind(300);
    await peer.expect('unbind');
    clock.advance(300);
    await unbound;
    expect(client.isOpen).toBe(false);
  });

  it('by the peer is answered and ends the session', async () => {
    const { client, peer } = await connectToRaw();
    peer.send('unbind', 44);
    expect(await peer.expect('unbind_resp')).toMatchObject({ sequence: 44, status: 0 });
    expect(await client.closed).toEqual({ reason: 'unbound by the peer' });
    await peer.ended;
  });

  it('closes the socket of a peer that does not close its side', async () => {
    const { client, peer, clock } = await connectToRaw();
    peer.socket.pause();
    void client.unbind(0);
    await client.closed;
    clock.advance(1_000);
    peer.socket.resume();
    await peer.ended;
    expect(clock.pending).toBe(0);
  });
});

describe('enquire_link', () => {
  it('is answered', async () => {
    const { peer } = await connectToRaw();
    peer.send('enquire_link', 9);
    expect(await peer.expect('enquire_link_resp')).toMatchObject({ sequence: 9, status: 0 });
  });

  it('is sent after a silence, counted from the last data received', async () => {
    const { client, peer, clock } = await connectToRaw({ enquireLinkMs: 30_000 });
    clock.advance(20_000);
    peer.send('enquire_link', 1);
    await peer.expect('enquire_link_resp');
    clock.advance(29_999);
    client.submitSm(hello).catch(() => {});
    await peer.expect('submit_sm');
    clock.advance(1);
    const { sequence } = await peer.expect('enquire_link');
    peer.send('enquire_link_resp', sequence);
  });

  it('ends the session if it gets no response', async () => {
    const { client, peer, clock } = await connectToRaw({ enquireLinkMs: 30_000 });
    clock.advance(30_000);
    await peer.expect('enquire_link');
    clock.advance(10_000);
    expect(await client.closed).toEqual({ reason: 'the peer does not answer enquire_link' });
    await peer.ended;
  });
});

describe('an odd peer', () => {
  it('responds with generic_nack, which counts as a response and never as success', async () => {
    const { client, peer } = await connectToRaw();
    for (const [status, expected] of [
      [ESME_RTHROTTLED, ESME_RTHROTTLED],
      [0, ESME_RUNKNOWNERR],
    ]) {
      const submitted = client.submitSm(hello);
      peer.send('generic_nack', (await peer.expect('submit_sm')).sequence, status);
      expect(await submitted).toMatchObject({ command: 'submit_sm_resp', status: expected, messageId: '' });
    }
  });

  it('nacks our response with the number of a request: the request stays pending', async () => {
    const { client, peer } = await connectToRaw();
    const submitted = client.submitSm(hello);
    const { sequence } = await peer.expect('submit_sm');
    peer.send('enquire_link', sequence);
    await peer.expect('enquire_link_resp');
    peer.send('generic_nack', sequence, ESME_RINVCMDLEN);
    peer.send('submit_sm_resp', sequence, 0, { messageId: 'right' });
    expect(await submitted).toMatchObject({ status: 0, messageId: 'right' });
  });

  it('sends unexpected and unknown responses: they are ignored', async () => {
    const { client, peer } = await connectToRaw();
    const submitted = client.submitSm(hello);
    const { sequence } = await peer.expect('submit_sm');
    peer.send('enquire_link_resp', sequence);
    peer.send('submit_sm_resp', sequence + 1_000);
    const querySmResp = Buffer.from('00000010800000030000000000000000', 'hex');
    querySmResp.writeUInt32BE(sequence, 12);
    peer.write(querySmResp);
    peer.send('submit_sm_resp', sequence, 0, { messageId: 'right' });
    expect(await submitted).toMatchObject({ messageId: 'right' });
  });

  it('sends a response with an incomplete parameter: its message id counts', async () => {
    const { client, peer } = await connectToRaw();
    const submitted = client.submitSm(hello);
    const { sequence } = await peer.expect('submit_sm');
    const torn = Buffer.from('000000168000000400000000000000004100042700ff', 'hex');
    torn.writeUInt32BE(sequence, 12);
    peer.write(torn);
    expect(await submitted).toMatchObject({ status: 0, messageId: 'A' });
    expect(client.isOpen).toBe(true);
  });

  it('sends an unsupported request: it gets a generic_nack, and the session stays open', async () => {
    const { client, peer } = await connectToRaw();
    peer.send('submit_sm', 5, 0, hello);
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 5, status: ESME_RINVCMDID });
    // alert_notification takes no response.
    peer.send('alert_notification', 6);
    peer.send('data_sm', 7);
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 7, status: ESME_RINVCMDID });
    expect(client.isOpen).toBe(true);
  });

  it('sends an invalid length: it gets a generic_nack, and the session ends with all pending requests', async () => {
    const { client, peer } = await connectToRaw();
    const submitted = client.submitSm(hello).catch((error: unknown) => error);
    await peer.expect('submit_sm');
    peer.write(Buffer.from('00000004000000150000000000000007', 'hex'));
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 7, status: ESME_RINVCMDLEN });
    expect(await submitted).toMatchObject({ reason: 'closed', written: true });
    expect(await client.closed).toEqual({ reason: 'the peer sent a PDU of an invalid length' });
    await peer.ended;
  });

  it('leaves a PDU incomplete: after the timeout it gets a generic_nack, and the session ends', async () => {
    const { client, peer, clock } = await connectToRaw({ responseTimeoutMs: 10_000 });
    const timersBefore = clock.pending;
    peer.write(Buffer.from('00004001000000150000000000000007', 'hex'));
    peer.send('enquire_link', 8);
    await expect.poll(() => clock.pending).toBe(timersBefore + 1);
    clock.advance(9_999);
    expect(client.isOpen).toBe(true);
    clock.advance(1);
    expect(await peer.expect('generic_nack')).toMatchObject({ sequence: 0, status: ESME_RINVCMDLEN });
    expect(await client.closed).toEqual({ reason: 'timed out waiting for the rest of a PDU' });
    await peer.ended;
  });
});
