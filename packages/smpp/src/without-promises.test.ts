/** The calls that end in a function instead of a promise. */
import { describe, expect, it } from 'vitest';
import { connectPair } from './testing/session-pair.ts';

const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };

describe('a call without a promise', () => {
  it('gives its end once: the answer, or the error', async () => {
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

  it('is told when it is written, and is refused beyond the window and to a receiver', async () => {
    const { client, nextSubmit } = await connectPair({ window: 1 });
    const told: unknown[] = [];
    client.submit(
      hello,
      () => {},
      () => told.push('written'),
    );
    client.submit(hello, (end) => told.push(end));
    await nextSubmit();
    const receiver = await connectPair({ bind: 'receiver' });
    receiver.client.submit(hello, (end) => told.push(end));
    expect(told).toMatchObject([{ reason: 'window-full' }, 'written', { reason: 'not-bound' }]);
  });

  it('delivers, and is answered at once where the handler knows the status at once', async () => {
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
