/** The lab's record of what truly happened, compared with what a client and an inbox saw over real sockets. */
import { connectSmppClient } from '@textprobe/smpp/client';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { SmppError } from '@textprobe/smpp/session';
import { realClock } from '@textprobe/smpp/testing/real-clock';
import { expect, test } from 'vitest';
import { OTHER_SENDER } from './handset.ts';
import type { FateMark } from './scenario-model.ts';
import { ATT_PHONE, createLabWorld, OFFICE, VERIZON_PHONE } from './testing/lab-world.ts';

const QUICK = { answer: { min: 2, max: 10 }, delivery: { min: 5, max: 30 }, receipt: { min: 5, max: 15 } };
const LONG = `${'A text of more than one part. '.repeat(12)}#K3J9QX2M4TA`;

function worldOf(fate: FateMark | FateMark[], everyCarrier: object = {}) {
  const script = [{ destination: ATT_PHONE, fate }];
  return createLabWorld({ everyCarrier: { ...QUICK, ...everyCarrier }, script });
}

test('a delivered message is recorded as offered, answered, reached, posted, receipted and accepted', async () => {
  await using world = await worldOf([]);
  await world.send('Hello #K3J9QX2M4TA');
  await world.lab.idle();
  expect(world.truth.map(({ kind }) => kind).sort()).toEqual(
    ['offered', 'answered', 'reached', 'posted', 'receipt', 'receipt tried'].sort(),
  );
  expect(world.truth).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'offered',
        message: 1,
        source: OFFICE,
        destination: ATT_PHONE,
        answer: 'accepted',
      }),
      expect.objectContaining({ kind: 'answered', written: true }),
      expect.objectContaining({ kind: 'reached', phone: ATT_PHONE, sender: OFFICE, alteration: null }),
      expect.objectContaining({ kind: 'posted', phone: ATT_PHONE, text: 'Hello #K3J9QX2M4TA', status: 200 }),
      expect.objectContaining({ kind: 'receipt', state: 'delivered', isTrue: true }),
      expect.objectContaining({ kind: 'receipt tried', receipt: 1, link: 1, outcome: 'taken' }),
    ]),
  );
});

test('false receipts are recorded as such, positive and negative', async () => {
  await using lie = await worldOf('lie');
  await lie.send('Hello');
  await lie.lab.idle();
  const receiptOf = ({ truth }: typeof lie) => truth.find(({ kind }) => kind === 'receipt');
  expect(receiptOf(lie)).toMatchObject({ state: 'delivered', isTrue: false });
  await using failing = await worldOf('failed-lie');
  await failing.send('Hello');
  await failing.lab.idle();
  expect(receiptOf(failing)).toMatchObject({ state: 'undeliverable', isTrue: false });
  expect(failing.receipts()).toMatchObject([{ state: 'undeliverable' }]);
  expect(failing.inbox.posts).toHaveLength(1);
});

test('a misrouted message is reported by another handset', async () => {
  await using world = await worldOf('misrouted');
  await world.send('Hello');
  await world.lab.idle();
  expect(world.inbox.posts.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-verizon']);
  expect(world.truth.find(({ kind }) => kind === 'reached')).toMatchObject({ phone: VERIZON_PHONE });
  expect(world.truth.find(({ kind }) => kind === 'receipt')).toMatchObject({ isTrue: false });
});

test('the handset shows and reports a changed sender', async () => {
  await using world = await worldOf('sender-changed');
  await world.send(LONG);
  await world.lab.idle();
  expect(world.inbox.posts.map(({ body }) => [body.sender, body.messageBody])).toEqual([
    [OTHER_SENDER, LONG],
  ]);
  expect(world.truth.find(({ kind }) => kind === 'reached')).toMatchObject({ sender: OTHER_SENDER });
});

test('a cut link closes instead of an answer, but the message is delivered', async () => {
  await using world = await worldOf('link-cut');
  const lost = await world.send('Hello').catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(SmppError);
  expect(lost).toMatchObject({ written: true });
  await world.lab.idle();
  expect(world.inbox.posts).toHaveLength(1);
  expect(world.truth).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'offered', answer: 'cut' })]),
  );
  expect(world.truth.some(({ kind }) => kind === 'answered')).toBe(false);
  expect(world.truth.filter(({ kind }) => kind === 'link cut')).toHaveLength(1);
});

test('a wrongly reassembled message is recorded as such, with its text', async () => {
  await using world = await worldOf('altered', { alterationKinds: ['parts-swapped'] });
  await world.send(LONG);
  await world.lab.idle();
  const [reached] = world.truth.filter(({ kind }) => kind === 'reached');
  expect(reached).toMatchObject({ alteration: 'parts-swapped' });
  const [post] = world.inbox.posts;
  expect(post?.body.messageBody).not.toBe(LONG);
  expect([...(post?.body.messageBody ?? '')].sort()).toEqual([...LONG].sort());
});

test('the parts of a message that the handset reports separately are recorded as one text and several posts', async () => {
  await using world = await worldOf('altered', { alterationKinds: ['parts-separate'] });
  await world.send(LONG);
  await world.lab.idle();
  const [reached] = world.truth.filter(({ kind }) => kind === 'reached');
  expect(reached).toMatchObject({ alteration: 'parts-separate', text: LONG });
  const posted = world.truth.flatMap((event) => (event.kind === 'posted' ? [event.text] : []));
  expect(posted.length).toBeGreaterThan(1);
  expect(posted.join('')).toBe(LONG);
  expect(world.inbox.posts.map(({ body }) => body.messageBody)).toEqual(posted);
});

test('the second copy of an altered text that is delivered twice is unchanged', async () => {
  await using world = await worldOf(['altered', 'delivered-twice'], { alterationKinds: ['page-mark'] });
  await world.send('Hello');
  await world.lab.idle();
  expect(world.inbox.posts.map(({ body }) => body.messageBody)).toEqual(['(1/1) Hello', 'Hello']);
  const reached = world.truth.flatMap((event) => (event.kind === 'reached' ? [event.alteration] : []));
  expect(reached).toEqual(['page-mark', null]);
});

test('a receipt whose answer was lost with its link is in doubt until it is sent again: only then is the record complete', async () => {
  const script = [{ destination: VERIZON_PHONE, fate: 'link-cut' }];
  const took = Promise.withResolvers<void>();
  await using world = await createLabWorld(
    { everyCarrier: QUICK, script },
    {
      // Accepted but never answered: the link is cut first.
      onDeliverSm() {
        took.resolve();
        return new Promise(() => {});
      },
    },
  );
  await world.send('Hello');
  await took.promise;
  await world.send('Bye', { destination: VERIZON_PHONE }).catch(() => undefined);
  await world.lab.idle();
  const tries = () => world.truth.flatMap((event) => (event.kind === 'receipt tried' ? [event] : []));
  expect(tries()).toMatchObject([{ message: 1, receipt: 1, link: 1, outcome: 'link cut' }]);

  let isWhole = false;
  const whole = world.lab.idle({ allReceipts: true }).then(() => {
    isWhole = true;
  });
  await world.lab.idle();
  expect(isWhole).toBe(false);
  const next = await connectSmppClient({ ...world.lab.smpp, clock: realClock, onDeliverSm: () => ESME_ROK });
  await whole;
  expect(tries().map(({ message, link, outcome }) => [message, link, outcome])).toEqual(
    expect.arrayContaining([
      [1, 2, 'taken'],
      [2, 2, 'taken'],
    ]),
  );
  next.destroy();
});
