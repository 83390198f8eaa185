/** Every scenario setting, scripted, as seen by a client and an inbox over real sockets. */
import type { SmppClientOptions } from '@textprobe/smpp/client';
import { ESME_RINVDSTADR, ESME_ROK, ESME_RTHROTTLED, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { createManualClock } from '@textprobe/smpp/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { repeatedSubmissions } from './submissions.ts';
import { ATT_PHONE, createLabWorld, VERIZON_PHONE } from './testing/lab-world.ts';

const QUICK = { answer: { min: 2, max: 10 }, delivery: { min: 5, max: 30 }, receipt: { min: 5, max: 15 } };
const LONG = `${'A text of more than one part. '.repeat(12)}#K3J9QX2M4TA`;

/** A world in which every message to AT&T's phone has `fate`. */
function worldOf(
  fate: string | string[],
  everyCarrier: object = QUICK,
  client: Partial<SmppClientOptions> = {},
) {
  return createLabWorld({ everyCarrier, script: [{ destination: ATT_PHONE, fate }] }, client);
}

describe('what can go wrong', () => {
  it.each([
    ['loss: accepted, and nothing more is reported', 'lost', 'Hello', [], []],
    [
      'partLoss: receipts arrive for the other parts, the text never does',
      'part-lost',
      LONG,
      ['delivered', 'delivered'],
      [],
    ],
    ['lies: the receipt says delivered, nothing arrives', 'lie', 'Hello', ['delivered'], []],
    ['missingReceipts: it arrives without a receipt', 'receipt-missing', 'Hello', [], ['Hello']],
    [
      'duplicateReceipts: the same receipt again',
      'receipt-twice',
      'Hello',
      ['delivered', 'delivered'],
      ['Hello'],
    ],
    [
      'reorderedReceipts: an older state after the final one',
      'receipts-reordered',
      'Hello',
      ['delivered', 'enroute'],
      ['Hello'],
    ],
    [
      'duplicateDeliveries: the handset receives and reports it twice',
      'delivered-twice',
      'Hello',
      ['delivered'],
      ['Hello', 'Hello'],
    ],
  ])('%s', async (_what, fate, text, states, received) => {
    await using world = await worldOf(fate);
    const answers = await world.send(text);
    await world.lab.idle();
    for (const { status } of answers) expect(status).toBe(ESME_ROK);
    const receipts = world.receipts();
    expect(receipts.map(({ state }) => state)).toEqual(states);
    const ids = answers.map(({ messageId }) => messageId);
    for (const { messageId } of receipts) expect(ids).toContain(messageId);
    expect(world.inbox.posts.map(({ body }) => body.messageBody)).toEqual(received);
    expect(world.lab.stats().carriers['AT&T']).toMatchObject({ messages: 1, accepted: answers.length });
  });

  it('failedReceipts: the receipt is undeliverable, with an error', async () => {
    await using world = await worldOf('undeliverable');
    await world.send('Hello', { registeredDelivery: 2 });
    await world.lab.idle();
    expect(world.receipts()).toMatchObject([{ state: 'undeliverable', error: '027' }]);
    expect(world.inbox.posts).toEqual([]);
  });

  it('rejection: has the status of the scenario, and nothing follows', async () => {
    await using world = await worldOf('rejected', { ...QUICK, rejectWith: 'ESME_RX_T_APPN' });
    const [answer] = await world.send('Hello');
    await world.lab.idle();
    expect(answer).toMatchObject({ status: ESME_RX_T_APPN, messageId: '' });
    expect(world.receipts()).toEqual([]);
    expect(world.lab.submissions()).toMatchObject([
      { answer: 'rejected', status: ESME_RX_T_APPN, messageId: null },
    ]);
  });

  it('throttling: is refused a few times, then accepted once', async () => {
    await using world = await worldOf('throttled');
    const statuses: number[] = [];
    do statuses.push((await world.send('Hello'))[0]?.status ?? -1);
    while (statuses.at(-1) === ESME_RTHROTTLED);
    await world.lab.idle();
    expect(statuses.length).toBeGreaterThan(1);
    expect(statuses.at(-1)).toBe(ESME_ROK);
    expect(world.inbox.posts).toHaveLength(1);
    expect(world.lab.stats().carriers['AT&T']).toMatchObject({
      messages: 1,
      accepted: 1,
      throttled: statuses.length - 1,
    });
    expect(repeatedSubmissions(world.lab.submissions())).toEqual([]);
  });

  it('maxPerSecond: submissions above the rate are throttled', async () => {
    // All within one instant of the clock, however slow the machine.
    const clock = createManualClock();
    await using world = await createLabWorld({ carriers: { 'AT&T': { maxPerSecond: 5 } } }, {}, clock);
    const burst = Array.from({ length: 20 }, (_, index) => world.send(`Hello ${index}`));
    const other = world.send('Hello', { destination: VERIZON_PHONE });
    while (world.lab.submissions().length < 21) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
    const statuses = (await Promise.all(burst)).map(([answer]) => answer?.status);
    expect(statuses.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(statuses.slice(5)).toEqual(Array(15).fill(ESME_RTHROTTLED));
    expect((await other)[0]?.status).toBe(ESME_ROK);
  });

  it('lostAnswers: submit_sm_resp never comes, but the message arrives', async () => {
    await using world = await worldOf('answer-lost', QUICK, { responseTimeoutMs: 1_000 });
    await expect(world.send('Hello')).rejects.toMatchObject({ reason: 'timeout', written: true });
    await world.lab.idle();
    expect(world.inbox.posts).toHaveLength(1);
    expect(world.receipts()).toHaveLength(1);
    expect(world.lab.submissions()).toMatchObject([{ answer: 'none', status: 0 }]);
  });

  it('earlyReceipts: the receipt precedes the answer', async () => {
    // The clock advances only after everything due has been sent: otherwise a slow machine sends the answer first.
    const clock = createManualClock();
    const script = [{ destination: ATT_PHONE, fate: 'receipt-early' }];
    await using world = await createLabWorld({ everyCarrier: QUICK, script }, {}, clock);
    void world.send('Hello');
    while (world.events.length < 2) {
      clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(world.events.map(({ kind }) => kind)).toEqual(['receipt', 'answer']);
  });

  it('alterations: the handset reports the received text, not the sent one', async () => {
    await using world = await worldOf('altered');
    await world.send('“Hello”');
    await world.send('Hello');
    await world.lab.idle();
    expect(world.inbox.posts.map(({ body }) => body.messageBody).sort()).toEqual(['"Hello"', '(1/1) Hello']);
  });

  it('an unknown phone is refused', async () => {
    await using world = await createLabWorld('perfect');
    const [answer] = await world.send('Hello', { destination: '+19995550199' });
    expect(answer?.status).toBe(ESME_RINVDSTADR);
    world.lab.setHandsets([{ phoneNumber: '+19995550199', carrier: 'Verizon', key: 'new' }]);
    const [second] = await world.send('Hello', { destination: '+19995550199' });
    expect(second?.status).toBe(ESME_ROK);
    await world.lab.idle();
    expect(world.inbox.posts).toMatchObject([{ headers: { authorization: 'Bearer new' } }]);
  });

  it('a phone without a key receives but does not report', async () => {
    await using world = await createLabWorld('perfect');
    world.lab.setHandsets([{ phoneNumber: ATT_PHONE, carrier: 'AT&T', key: null }]);
    await world.send('Hello');
    await world.lab.idle();
    expect(world.inbox.posts).toEqual([]);
    expect(world.receipts()).toHaveLength(1);
  });
});
