/** The whole lab over real sockets: normal delivery, binds, shutdown, and many messages at once. */
import { connectSmppClient } from '@textprobe/smpp/client';
import { ESME_RINVPASWD, ESME_RINVSYSID, ESME_ROK } from '@textprobe/smpp/command-status';
import { parseDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DataSm } from '@textprobe/smpp/pdu';
import { realClock } from '@textprobe/smpp/testing/real-clock';
import { describe, expect, it } from 'vitest';
import { ATT_PHONE, createLabWorld, OFFICE, TMOBILE_PHONE, VERIZON_PHONE } from './testing/lab-world.ts';

const QUICK = { answer: { min: 2, max: 10 }, delivery: { min: 5, max: 30 }, receipt: { min: 5, max: 15 } };
const LONG = `${'A text of more than one part. '.repeat(12)}#K3J9QX2M4TA`;

describe('normal delivery', () => {
  it('answers, delivers to the handset, which reports, and sends the receipt', async () => {
    await using world = await createLabWorld('perfect');
    const [answer] = await world.send('Hello #K3J9QX2M4TA');
    expect(answer?.status).toBe(ESME_ROK);
    await world.lab.idle();
    expect(world.receipts()).toMatchObject([{ messageId: answer?.messageId, state: 'delivered' }]);
    expect(world.inbox.posts).toMatchObject([
      {
        headers: { authorization: 'Bearer key-att' },
        body: { messageCode: 'Hello #K3J9QX2M4TA', messageBody: 'Hello #K3J9QX2M4TA', sender: OFFICE },
      },
    ]);
    expect(world.lab.submissions()).toMatchObject([
      {
        source: OFFICE,
        destination: ATT_PHONE,
        carrier: 'AT&T',
        code: 'K3J9QX2M4TA',
        answer: 'accepted',
        nth: 1,
      },
    ]);
    expect(world.lab.stats()).toEqual({
      carriers: {
        'AT&T': {
          messages: 1,
          accepted: 1,
          rejected: 0,
          throttled: 0,
          unanswered: 0,
          receipts: 1,
          deliveries: 1,
          fates: { none: 1 },
        },
      },
      receipts: { acknowledged: 1, retried: 0, dropped: 0, waiting: 0 },
      posts: { confirmed: 1, refused: 0, givenUp: 0 },
    });
    expect(world.log.complaints).toEqual([]);
  });

  it.each([
    ['udh8', 3],
    ['udh16', 3],
    ['sar', 3],
    ['payload', 1],
  ] as const)(
    'delivers the same text to the handset with concatenation by %s',
    async (concatenation, count) => {
      await using world = await createLabWorld('perfect');
      const western = LONG.replaceAll('text', 'texté');
      for (const [reference, text] of [LONG, western].entries())
        await world.send(text, { reference, reversed: true, split: { concatenation, alphabet: 'latin1' } });
      await world.lab.idle();
      expect(world.receipts()).toHaveLength(2 * count);
      expect(new Set(world.inbox.posts.map(({ body }) => body.messageBody))).toEqual(
        new Set([LONG, western]),
      );
      expect(world.log.complaints).toEqual([]);
    },
  );

  it('addresses the receipt back, from the phone to the sender', async () => {
    await using world = await createLabWorld('zero');
    await world.send('Hello');
    await world.lab.idle();
    expect(world.events.find((event) => event.kind === 'receipt')).toMatchObject({
      pdu: { sourceAddr: ATT_PHONE.slice(1), destinationAddr: OFFICE.slice(1), destAddrTon: 1, esmClass: 4 },
    });
  });

  it('reassembles a long message from parts in reverse order, each with its own id and receipt', async () => {
    await using world = await createLabWorld({ everyCarrier: QUICK });
    const answers = await world.send(LONG, { reversed: true });
    await world.lab.idle();
    expect(answers).toHaveLength(3);
    const ids = answers.map(({ messageId }) => messageId);
    expect(
      world
        .receipts()
        .map(({ messageId }) => messageId)
        .sort(),
    ).toEqual(ids.sort());
    expect(new Set(ids).size).toBe(3);
    expect(world.inbox.posts.map(({ body }) => body.messageBody)).toEqual([LONG]);
  });

  it('carries UCS-2 unchanged', async () => {
    await using world = await createLabWorld('perfect');
    const text = `${'Größe 你好 👩‍👧 '.repeat(12)}#K3J9QX2M4TA`;
    await world.send(text, { destination: TMOBILE_PHONE });
    await world.lab.idle();
    expect(world.inbox.posts.map(({ body }) => body.messageBody)).toEqual([text]);
  });

  it.each([
    ['none is requested', 0, []],
    ['only receipts for failures are requested', 2, []],
    ['every receipt is requested', 1, ['delivered']],
  ])('follows registered_delivery: %s', async (_, registeredDelivery, states) => {
    await using world = await createLabWorld('zero');
    await world.send('Hello', { registeredDelivery });
    await world.lab.idle();
    expect(world.receipts().map(({ state }) => state)).toEqual(states);
  });

  it('uses the id format of each carrier', async () => {
    const carriers = {
      'AT&T': { ids: 'decimal' },
      Verizon: { ids: 'hex' },
      'T-Mobile': { ids: 'decimal-then-hex', receiptTlvs: false },
    };
    await using world = await createLabWorld({ carriers });
    const seen: Record<string, { answer: string; receipt: string; tlvs: number }> = {};
    for (const destination of [ATT_PHONE, VERIZON_PHONE, TMOBILE_PHONE]) {
      const [answer] = await world.send('Hello', { destination });
      await world.lab.idle();
      const event = world.events.at(-1);
      if (event?.kind !== 'receipt') throw new Error('no receipt came');
      const { messageId, idVariants } = event.receipt;
      expect(idVariants).toContain(answer?.messageId);
      seen[destination] = { answer: answer?.messageId ?? '', receipt: messageId, tlvs: event.pdu.tlvs.size };
    }
    expect(seen[ATT_PHONE]?.answer).toMatch(/^\d{15}$/);
    expect(seen[ATT_PHONE]?.receipt).toBe(seen[ATT_PHONE]?.answer);
    expect(seen[VERIZON_PHONE]?.answer).toMatch(/^[0-9a-f]{12}$/);
    expect(seen[VERIZON_PHONE]?.receipt).toBe(seen[VERIZON_PHONE]?.answer);
    expect(seen[TMOBILE_PHONE]?.answer).toMatch(/^\d{15}$/);
    expect(seen[TMOBILE_PHONE]?.receipt).toMatch(/^[0-9A-F]{12}$/);
    expect(seen[TMOBILE_PHONE]?.tlvs).toBe(0);
    expect(seen[ATT_PHONE]?.tlvs).toBe(2);
  });
});

it.each([true, false])(
  'sends receipts by data_sm where a carrier does so (with their TLVs: %s)',
  async (receiptTlvs) => {
    const received: DataSm[] = [];
    const onDataSm = async (pdu: DataSm) => {
      received.push(pdu);
      return ESME_ROK;
    };
    const carriers = { Verizon: { receiptsBy: 'data_sm', receiptTlvs } };
    await using world = await createLabWorld({ carriers }, { onDataSm });
    const [answer] = await world.send('Hello', { destination: VERIZON_PHONE });
    await world.send('Hello', { destination: ATT_PHONE });
    await world.lab.idle();
    const receipt = { messageId: answer?.messageId, state: 'delivered' };
    expect(received.map(parseDeliveryReceipt)).toMatchObject([receipt]);
    expect(received[0]).toMatchObject({
      sourceAddr: VERIZON_PHONE.slice(1),
      destinationAddr: OFFICE.slice(1),
    });
    // AT&T's still come by deliver_sm.
    expect(world.receipts()).toHaveLength(1);
    expect(world.lab.stats().receipts).toMatchObject({ acknowledged: 2, waiting: 0 });
  },
);

describe('browser-tests', () => {
  it('gives each phone of the demo directory the same outcome every time', async () => {
    await using world = await createLabWorld('browser-tests');
    const names: Record<string, string> = {
      Avery: '+12135550181',
      Blake: '+12135550182',
      Emerson: '+13105550185',
      Harper: '+13235550187',
      Jordan: '+13235550188',
    };
    world.lab.setHandsets(
      Object.entries(names).map(([key, phoneNumber]) => ({ phoneNumber, carrier: 'T-Mobile', key })),
    );
    const phones = Object.values(names);
    const sources = ['+15105550101', '+15105550102'];
    await Promise.all(
      sources.flatMap((source) => phones.map((destination) => world.send('Hello', { source, destination }))),
    );
    await world.lab.idle();
    const posted = Map.groupBy(world.inbox.posts, ({ headers }) =>
      headers.authorization?.slice('Bearer '.length),
    );
    const ends = Object.keys(names).map((name) => [
      name,
      posted.get(name)?.map(({ body }) => body.messageBody),
    ]);
    expect(Object.fromEntries(ends)).toEqual({
      Avery: ['Hello', 'Hello'],
      Blake: undefined,
      Emerson: undefined,
      Harper: ['Hello', 'Hello', 'Hello', 'Hello'],
      Jordan: ['(1/1) Hello', '(1/1) Hello'],
    });
    // Two each for Avery, Emerson and Jordan, four for Harper, none for Blake.
    expect(world.receipts()).toHaveLength(10);
  });
});

describe('binds and shutdown', () => {
  it.each([
    ['an unknown system ID', { systemId: 'nobody' }, ESME_RINVSYSID],
    ['a wrong password', { password: 'guess' }, ESME_RINVPASWD],
  ])('refuses %s', async (_, wrong, status) => {
    await using world = await createLabWorld('zero');
    const bind = connectSmppClient({ ...world.lab.smpp, ...wrong, clock: realClock });
    await expect(bind).rejects.toMatchObject({ status });
  });

  it('keeps receipts for a client that binds again', async () => {
    // Late enough that the client has disconnected, even on a busy machine.
    await using world = await createLabWorld({ everyCarrier: { delivery: { min: 1_000 } } });
    await world.send('Hello');
    world.client.destroy();
    await world.lab.idle();
    expect(world.lab.stats().receipts.waiting).toBe(1);
    const received = Promise.withResolvers<string>();
    const again = await connectSmppClient({
      ...world.lab.smpp,
      clock: realClock,
      bind: 'receiver',
      async onDeliverSm(pdu) {
        received.resolve(String(pdu.shortMessage));
        return ESME_ROK;
      },
    });
    expect(await received.promise).toContain('stat:DELIVRD');
    again.destroy();
  });

  it('aborts everything in flight, and resolves pending calls of idle()', async () => {
    await using world = await createLabWorld({ everyCarrier: { delivery: { min: 600_000 } } });
    await world.send('Hello');
    const idle = world.lab.idle();
    await Promise.all([world.lab.stop(), world.lab.stop()]);
    await idle;
    expect(world.inbox.posts).toEqual([]);
    expect(await world.client.closed).toMatchObject({ reason: expect.any(String) });
  });
});

describe('many at once', () => {
  it('stormy: every message is accounted for, and a second run has the same fates', async () => {
    async function run() {
      await using world = await createLabWorld('stormy', { window: 120, responseTimeoutMs: 2_000 });
      const phones = [ATT_PHONE, VERIZON_PHONE, TMOBILE_PHONE];
      // T-Mobile's limit of 50 per second would throttle by time, not by fate: 40 each stay below it.
      const sent = Array.from({ length: 40 }, (_, index) =>
        phones.map((destination) => world.send(`Hello ${index}`, { destination }).catch(() => [])),
      );
      await Promise.all(sent.flat());
      await world.lab.idle();
      const { carriers, receipts, posts } = world.lab.stats();
      expect(receipts.acknowledged).toBe(world.receipts().length);
      expect(posts.confirmed).toBe(world.inbox.posts.length);
      return carriers;
    }
    const [first, second] = [await run(), await run()];
    expect(first).toEqual(second);
    expect(Object.values(first).map(({ messages }) => messages)).toEqual([40, 40, 40]);
  });
});
