import {
  ESME_RINVBNDSTS,
  ESME_RMSGQFUL,
  ESME_RSUBMITFAIL,
  ESME_RSYSERR,
} from '@textprobe/smpp/command-status';
import { parseConcatenation } from '@textprobe/smpp/concatenation';
import { expect, test } from 'vitest';
import { endsWithTest, shortMessage, startRig, submit, turnsUntil } from '../testing/running-gateway.ts';
import { setUpSmpp } from '../testing/smpp-rig.ts';

const run = async (settings: Record<string, unknown> = {}) =>
  startRig(endsWithTest(await setUpSmpp(settings)));

const LONG = 'x'.repeat(161);

test('numbers are sent without their +, with the TON, NPI and registered_delivery of the settings', async () => {
  const { gateway, carrier } = await run({ sourceTon: 3, sourceNpi: 9, registeredDelivery: 17 });
  await submit(gateway, shortMessage());
  expect(carrier.pdus).toMatchObject([
    {
      sourceAddr: '12125550100',
      sourceAddrTon: 3,
      sourceAddrNpi: 9,
      destinationAddr: '14155550123',
      destAddrTon: 1,
      destAddrNpi: 1,
      registeredDelivery: 17,
      esmClass: 0,
      dataCoding: 0,
    },
  ]);
});

test.each([
  ['22395', {}, 3, 0],
  ['ACMEBANK', {}, 5, 0],
  ['22395', { sourceTon: 6, sourceNpi: 1 }, 6, 1],
  ['ACMEBANK', { sourceTon: 6, sourceNpi: 1 }, 5, 0],
])(
  'SERVER-1 the sender %s is sent with the settings %j as TON %i, NPI %i',
  async (from, settings, ton, npi) => {
    const { gateway, carrier } = await run(settings);
    expect(await submit(gateway, shortMessage({ from }))).toMatchObject({ kind: 'accepted' });
    expect(carrier.pdus).toMatchObject([{ sourceAddr: from, sourceAddrTon: ton, sourceAddrNpi: npi }]);
  },
);

test('a text outside GSM 03.38 is sent as UCS-2', async () => {
  const { gateway, carrier } = await run();
  const text = 'Привет 👋 #ABCDEFGHJKM';
  expect(await submit(gateway, shortMessage({ text }))).toMatchObject({ kind: 'accepted' });
  expect(carrier.pdus).toMatchObject([{ dataCoding: 8 }]);
  expect(carrier.submissions).toMatchObject([{ text }]);
});

test('long messages to one phone have consecutive references, counted per phone', async () => {
  const { gateway, carrier } = await run();
  for (const to of ['+14155550123', '+14155550123', '+14155550124'])
    await submit(gateway, shortMessage({ to, text: LONG }));
  const references = carrier.pdus.map((pdu) => parseConcatenation(pdu)?.ref);
  expect(references).toEqual([1, 1, 2, 2, 1, 1]);
});

test.each([
  ['udh16', 0x40, []],
  ['sar', 0, [0x020c, 0x020e, 0x020f]],
  ['payload', 0, [0x0424]],
])('long texts are sent by %s', async (concatenation, esmClass, tags) => {
  const { gateway, carrier } = await run({ concatenation });
  const outcomes = [
    await submit(gateway, shortMessage({ text: LONG })),
    await submit(gateway, shortMessage()),
  ];
  expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted']);
  const [first] = carrier.pdus;
  expect(first?.esmClass).toBe(esmClass);
  expect([...(first?.tlvs.keys() ?? [])]).toEqual(tags);
  expect(carrier.pdus.at(-1)).toMatchObject({ esmClass: 0, tlvs: new Map() });
});

test('no cut splits the message code', async () => {
  const { gateway, carrier } = await run();
  await submit(gateway, shortMessage({ text: `${'a'.repeat(295)} #ABCDEFGHJKM` }));
  const parts = carrier.pdus.map((pdu) => parseConcatenation(pdu)?.payload.toString('latin1'));
  expect(parts).toEqual(['a'.repeat(153), `${'a'.repeat(142)} `, '#ABCDEFGHJKM']);
});

test('16-bit references exceed 8 bits', async () => {
  const { gateway, carrier } = await run({ concatenation: 'sar', window: 1_000 });
  const messages = Array.from({ length: 300 }, () => shortMessage({ text: LONG }));
  await Promise.all(messages.map((message) => submit(gateway, message)));
  const references = new Set(carrier.pdus.map((pdu) => parseConcatenation(pdu)?.ref));
  expect(references.size).toBe(300);
});

test('with alphabet latin1 a text is sent in Latin-1 if possible, else as UCS-2', async () => {
  const { gateway, carrier } = await run({ alphabet: 'latin1' });
  for (const text of ['Ça va? «ÿ»', '5 €']) await submit(gateway, shortMessage({ text }));
  expect(carrier.pdus).toMatchObject([{ dataCoding: 3 }, { dataCoding: 8 }]);
  expect(carrier.submissions).toMatchObject([{ text: 'Ça va? «ÿ»' }, { text: '5 €' }]);
});

test.each([
  ['ESME_RMSGQFUL', ESME_RMSGQFUL, 'deferred'],
  ['ESME_RSYSERR', ESME_RSYSERR, 'deferred'],
  ['ESME_RINVBNDSTS', ESME_RINVBNDSTS, 'deferred'],
  ['ESME_RSUBMITFAIL', ESME_RSUBMITFAIL, 'rejected'],
])('a message answered %s is %s', async (name, status, kind) => {
  const { gateway, carrier } = await run();
  carrier.answerBy(() => 'silence');
  const submission = submit(gateway, shortMessage());
  await carrier.submitted(1);
  carrier.answerWithStatus(status);
  const outcome = await submission;
  expect(outcome.kind).toBe(kind);
  const words =
    outcome.kind === 'deferred' ? outcome.reason : outcome.kind === 'rejected' ? outcome.error : '';
  expect(words).toMatch(new RegExp(`^The carrier answered: .+ \\(${name}\\)\\.$`));
});

test('a message without a free slot for half the response timeout is deferred', async () => {
  const { gateway, carrier, advance, responseTimeoutMs } = await run({ window: 1 });
  carrier.answerBy(() => 'silence');
  const first = submit(gateway, shortMessage());
  const second = submit(gateway, shortMessage());
  await carrier.submitted(1);
  await advance(responseTimeoutMs / 2);
  expect(await second).toMatchObject({ kind: 'deferred', reason: 'The window stayed full.' });
  carrier.answerNow({ accept: 'x' });
  expect(await first).toMatchObject({ kind: 'accepted' });
  expect(carrier.submissions).toHaveLength(1);
});

test('when the link breaks at the first part, the others are sent over the next session', async () => {
  const { gateway, carrier, handlers, advance } = await run();
  carrier.answerBy(({ part }) => (part === 1 ? 'silence' : { accept: `part ${part}` }));
  const submission = submit(gateway, shortMessage({ text: LONG }));
  await carrier.submitted(1);
  carrier.hangUp();
  const { calls } = handlers;
  await turnsUntil(() => gateway.state().link === 'down');
  await advance(500);
  await handlers.until(() => handlers.calls > calls);
  await advance(1_000);
  await carrier.submitted(2);
  expect(await submission).toMatchObject({
    kind: 'unknown',
    error: expect.stringMatching(/^Part 1 of 2: /),
    parts: [{ part: 2, providerId: 'part 2' }],
  });
  expect(carrier.submissions.map(({ part }) => part)).toEqual([1, 2]);
});

test('a late busy response does not reject the message, which stays unknown and is never sent again', async () => {
  const { gateway, carrier, handlers, advance, responseTimeoutMs } = await run();
  carrier.answerBy(() => 'silence');
  const submission = submit(gateway, shortMessage());
  await carrier.submitted(1);
  await advance(responseTimeoutMs);
  expect(await submission).toMatchObject({ kind: 'unknown' });
  carrier.answerWithStatus(ESME_RMSGQFUL);
  await handlers.until(() => handlers.late.length === 1);
  expect(handlers.late).toMatchObject([
    {
      outcome: {
        kind: 'unknown',
        error: expect.stringMatching(/^The carrier answered late: .*ESME_RMSGQFUL/),
      },
    },
  ]);
  await advance(60_000);
  expect(carrier.submissions).toHaveLength(1);
});

test('a later part survives an outage of four seconds, and is sent over the next session', async () => {
  const { gateway, carrier, advance } = await run();
  carrier.answerBy(({ part }) => (part === 1 ? 'silence' : { accept: `part ${part}` }));
  let isOver = false;
  const submission = submit(gateway, shortMessage({ text: LONG })).finally(() => {
    isOver = true;
  });
  await carrier.submitted(1);
  await carrier.goDown();
  for (let waited = 0; !isOver; waited += 100) {
    await advance(100);
    // The network needs a few turns.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (waited === 4_000) await carrier.comeBack();
  }
  expect(await submission).toMatchObject({ kind: 'unknown', parts: [{ part: 2, providerId: 'part 2' }] });
  expect(carrier.submissions.map(({ part }) => part)).toEqual([1, 2]);
});

test('Promise 4: a late response that cannot be committed is logged and breaks nothing', async () => {
  const { gateway, carrier, handlers, advance, responseTimeoutMs } = await run();
  carrier.answerBy(() => 'silence');
  handlers.onLateOutcome = () => Promise.reject(new Error('the database is down'));
  const submission = submit(gateway, shortMessage());
  await carrier.submitted(1);
  await advance(responseTimeoutMs);
  expect(await submission).toMatchObject({ kind: 'unknown' });
  carrier.answerNow({ accept: 'late' });
  carrier.answerBy(() => ({ accept: 'next' }));
  await turnsUntil(() => gateway.capacity() > 0);
  expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'accepted' });
});
