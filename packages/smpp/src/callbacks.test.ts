/** The calls with a callback instead of a promise. */
import { describe, expect, it } from 'vitest';
import { ESME_RX_T_APPN } from './command-status.ts';
import { connectPair } from './testing/session-pair.ts';

const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };

describe('a call with a callback', () => {
  it('calls back once, with the response or the error', async () => {
    const { client, session, nextSubmit } = await connectPair();
    const ends: unknown[] = [];
    const answered = Promise.withResolvers<void>();
    const onEnd = (end: unknown) => {
      ends.push(end);
      answered.resolve();
    };
    client.submit(hello, onEnd);
    expect(ends).toEqual([]);
    session.respond(await nextSubmit(), { status: 0, messageId: 'a1' });
    await answered.promise;
    client.submit({ ...hello, shortMessage: Buffer.alloc(255) }, onEnd);
    client.submit(hello, onEnd);
    await nextSubmit();
    client.destroy();
    client.submit(hello, onEnd);
    expect(ends).toMatchObject([
      { status: 0, messageId: 'a1' },
      { reason: 'invalid', written: false },
      { reason: 'closed', written: true },
      { reason: 'closed', written: false },
    ]);
  });

  it('is refused beyond the window and on a receiver bind', async () => {
    const { client } = await connectPair({ window: 1 });
    const ends: unknown[] = [];
    client.submit(hello, () => {});
    client.submit(hello, (end) => ends.push(end));
    const receiver = await connectPair({ bind: 'receiver' });
    receiver.client.submit(hello, (end) => ends.push(end));
    expect(ends).toMatchObject([{ reason: 'window-full' }, { reason: 'not-bound' }]);
  });

  it('reports when it was written, or that it never was', async () => {
    const { client, clock, session, nextSubmit } = await connectPair();
    const times: (number | null)[] = [];
    const ended = Promise.withResolvers<void>();
    const writtenAt = clock.now();
    client.submit(hello, (_end, at) => {
      times.push(at);
      ended.resolve();
    });
    const submit = await nextSubmit();
    clock.advance(500);
    session.respond(submit, { status: 0 });
    await ended.promise;
    client.submit({ ...hello, shortMessage: Buffer.alloc(255) }, (_end, at) => times.push(at));
    client.submit(hello, (_end, at) => times.push(at));
    client.destroy();
    expect(times).toEqual([writtenAt, null, null]);
  });

  it('passes on the status that the other side’s handler returns', async () => {
    const { session } = await connectPair({ onDeliverSm: (pdu) => pdu.shortMessage.length });
    const ends: unknown[] = [];
    const ended = Promise.withResolvers<void>();
    session.deliver(hello, (end) => {
      ends.push(end);
      ended.resolve();
    });
    await ended.promise;
    expect(ends).toMatchObject([{ command: 'deliver_sm_resp', status: 5 }]);
  });
});

describe('a request whose handler has a callback', () => {
  it('is answered once the handler calls back, in any order, and only with the first status', async () => {
    const calls: ((status: number) => void)[] = [];
    const bothCame = Promise.withResolvers<void>();
    const { session } = await connectPair({
      onDeliverSm(_pdu, respond) {
        calls.push(respond);
        if (calls.length === 2) bothCame.resolve();
      },
    });
    const order: string[] = [];
    const answers = ['first', 'second'].map(async (name) => {
      const { status } = await session.deliverSm(hello);
      order.push(name);
      return status;
    });
    await bothCame.promise;
    expect(order).toEqual([]);
    calls[1]?.(8);
    calls[1]?.(9);
    expect(await answers[1]).toBe(8);
    expect(order).toEqual(['second']);
    calls[0]?.(7);
    expect(await answers[0]).toBe(7);
  });

  it('is answered with a retryable error if the handler throws, unless already answered', async () => {
    const { session } = await connectPair({
      onDeliverSm(pdu, respond) {
        if (pdu.sourceAddr === 'answered') respond(0);
        throw new Error('broken');
      },
    });
    expect((await session.deliverSm({ ...hello, sourceAddr: 'answered' })).status).toBe(0);
    expect((await session.deliverSm(hello)).status).toBe(ESME_RX_T_APPN);
  });

  it('may be answered after the session has ended, without effect', async () => {
    const received = Promise.withResolvers<(status: number) => void>();
    const { client, session } = await connectPair({
      onDeliverSm: (_pdu, respond) => received.resolve(respond),
    });
    const delivered = session.deliverSm(hello);
    const respond = await received.promise;
    client.destroy();
    expect(() => respond(0)).not.toThrow();
    await expect(delivered).rejects.toMatchObject({ reason: 'closed' });
  });
});
