/** Texts that a carrier or a phone changed, as handsets report them over HTTP, and what the console says of each (CHANGE-1). */
import { calls } from '@textprobe/contract/calls';
import { findPhonesByKeyHash } from '@textprobe/database/handsets/handset-keys';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { realClock } from '@textprobe/database/testing/real-clock';
import type { Finding } from '@textprobe/domain/finding';
import { appendMessageCode } from '@textprobe/domain/message-code';
import { splitSegments } from '@textprobe/domain/segments';
import { rematchReceptions } from '@textprobe/engine/receive/unmatched';
import { createHandsetKey, hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeMessage, makeTest, placeOf } from '../../testing/messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer({
  inboxes: [
    createNativeInbox({
      clock: realClock,
      findPhoneByKey: async (key) =>
        (await findPhonesByKeyHash(server.db, [hashHandsetKey(key)], realClock.now()))[0] ?? null,
    }),
  ],
  createHandsetKey,
});
const { key } = await client.call(calls.createHandsetKey, { body: { phoneId: 1 } });

/** What the leader does every second. */
const rematch = async () =>
  rematchReceptions({ db: server.db, clock: server.clock, codes: await openMessageCodes(server.db) });

const ROWS: readonly (readonly [
  what: string,
  sent: string,
  arrived: string,
  finding: Finding,
  difference: string,
])[] = [
  ['quotes made curly', `It's "on" now`, 'It’s “on” now', 'cosmetic', 'only quotes changed'],
  ['two spaces as one', 'Hi.  Ann', 'Hi. Ann', 'cosmetic', 'only whitespace changed'],
  ['a lost leading space', ' Hi Ann', 'Hi Ann', 'cosmetic', 'only whitespace changed'],
  ['a line break as a space', 'Hi\nAnn', 'Hi Ann', 'cosmetic', 'only whitespace changed'],
  ['a right-to-left mark in front', 'Hi Ann', '\u200FHi Ann', 'cosmetic', 'only direction marks changed'],
  [
    'a host in lower case',
    'At https://Acme.example',
    'At https://acme.example',
    'cosmetic',
    'only the case of a link changed',
  ],
  ['a spam label', 'Hi Ann', 'Spam Likely: Hi Ann', 'text added', '“Spam Likely:” before the text'],
  ['a counter', 'Hi Ann', '(1/1) Hi Ann', 'text added', '“(1/1)” before the text'],
  ['a footer', 'Hi Ann', 'Hi Ann Reply STOP', 'text added', '“Reply STOP” after the text'],
  [
    'another link',
    'At https://acme.example/x',
    'At https://sho.rt/q7',
    'link rewritten',
    'https://acme.example/x → https://sho.rt/q7',
  ],
  ['HTML escapes', "A & B's", 'A &amp; B&#39;s', 'escaped', "& → &amp;; ' → &#39;"],
  ['masked digits', 'Code 123456', 'Code ******', 'masked', '123456 → ******'],
  ['a missing piece', 'Hi Ann, come at 8', 'Hi Ann, at 8', 'part missing', 'missing in the middle: “come”'],
  [
    'two changes',
    'Code 123456',
    'Ad: Code ******',
    'masked',
    'text added: “Ad:” before the text; 123456 → ******',
  ],
  ['another word', 'Hi Ann', 'Hi Bob', 'altered', '3 characters removed, 3 characters inserted'],
];

/** A message with this text that was sent to phone 1. */
async function send(body: string) {
  const at = server.clock.now();
  const made = await makeTest(server.db, at);
  const place = { ...placeOf(made), filled_body: body };
  return makeMessage(server.db, { ...made, at, place }, 'sent');
}

/** Posts a text as the handset of phone 1 does. @returns the status of the answer */
async function post(messageBody: string, messageCode = messageBody): Promise<number> {
  const response = await server.visitor().send('POST', calls.messageReceivedSms.path, {
    body: { messageCode, messageBody, sender: '+12025550100' },
    headers: { authorization: `Bearer ${key}` },
    token: null,
  });
  return response.status;
}

/** Reports a message's text as its handset does. */
async function arrive(body: string, arrivedBody: string) {
  const { id, code } = await send(body);
  expect(await post(`${arrivedBody} #${code}`, code)).toBe(200);
  return id;
}

test.each(ROWS)(
  'CHANGE-1 names %s in log, filter, Why, CSV and carrier report',
  async (_what, sent, arrived, finding, difference) => {
    const id = await arrive(sent, arrived);
    const log = await client.call(calls.testLog, { query: { id } });
    const isCosmetic = finding === 'cosmetic';
    expect(log).toMatchObject({
      finding,
      verdict: isCosmetic ? 'confirmed' : 'altered',
      unaltered: isCosmetic ? 'yes' : 'no',
      reception: { comparison: isCosmetic ? 'intact' : 'altered' },
    });
    const testLogs = await client.call(calls.filteredLogs, { query: { finding } });
    expect(testLogs.map(({ testLogID }) => testLogID)).toContain(id);
    const { rule, addsUp, evidence } = await client.call(calls.messageWhy, { query: { testLogID: id } });
    expect(addsUp).toBe(true);
    expect(evidence).toContainEqual(expect.objectContaining({ kind: 'reception', comparison: finding }));
    expect(rule[1]?.answer).toMatch(isCosmetic ? /^Yes: the changes are cosmetic/ : /^No: /);
    if (finding !== 'altered') expect(rule[1]?.answer).toContain(difference);
    const csv = await (await client.send('GET', calls.exportLogs.path, { query: { finding } })).text();
    expect(csv).toContain(`,${finding},`);
    expect(csv).toContain(difference);
    const { text } = await client.call(calls.messageForCarrier, { query: { testLogID: id } });
    expect(text).toContain(`Difference: ${difference}`);
  },
);

test('CHANGE-1 analytics count each name, and cosmetic changes as unaltered', async () => {
  const { findingCounts } = await client.call(calls.findingCounts, { query: {} });
  for (const [, , , finding] of ROWS)
    expect(findingCounts[finding]).toBe(ROWS.filter((row) => row[3] === finding).length);
});

const LONG = 'The office is open from nine to five on all days but Sunday. '.repeat(5);
const kept = (text: string) => splitSegments(text);
/** As a carrier cuts a text that it gets whole. */
const cut = (text: string) => [text.slice(0, 153), text.slice(153, 306), text.slice(306)];

test.each([
  ['its code kept together', kept, [1, 2, 3], ''],
  ['its code cut', cut, [1, 2, 3], ''],
  ['its code cut, in another order', cut, [3, 1, 2], ''],
  ['the code first', kept, [3, 2, 1], ''],
  ['a part missing', kept, [1, 3], '; part 2 of 3 missing'],
  [
    'spaces trimmed',
    (text: string) => kept(text).map((part) => part.trim()),
    [1, 2, 3],
    '; whitespace between its parts lost',
  ],
  [
    'counters',
    (text: string) => cut(text).map((part, index) => `(${index + 1}/3) ${part}`),
    [2, 1, 3],
    '; counters of parts shown as text',
  ],
] as const)(
  'CHANGE-1, EVIDENCE-1 a long text reported in parts as separate messages, %s, is one message joined wrongly',
  async (what, split, order, faults) => {
    // Each row has a text of its own, so that it does not meet the parts of another.
    const body = `${what}: ${LONG}`.slice(0, 295).replace(/(?<=^.{152})./, ' ');
    const { id, code } = await send(body);
    const parts = split(appendMessageCode(body, code));
    const spam = 'Win a prize now! Reply YES';
    expect(await post(spam)).toBe(404);
    for (const part of order) await post(parts[part - 1] ?? '');
    await rematch();
    const difference = `reported as ${order.length} separate messages${faults}`;
    const inOrder = order.toSorted((a, b) => a - b);
    const text = inOrder.map((part) => parts[part - 1]).join('');
    expect(await client.call(calls.testLog, { query: { id } })).toMatchObject({
      finding: 'joined wrongly',
      verdict: 'altered',
      reception: { text, separateReports: order.length, senderComparison: 'identical' },
    });
    const why = await client.call(calls.messageWhy, { query: { testLogID: id } });
    expect(why).toMatchObject({ addsUp: true, joinedText: text });
    expect(why.rule[1]?.answer).toContain(difference);
    const reports = why.evidence.flatMap((one) => (one.kind === 'reception' ? [one] : []));
    expect(reports.map((one) => `${one.part} ${one.text}`).sort()).toEqual(
      inOrder.map((part) => `${part} ${parts[part - 1]}`),
    );
    const { text: forCarrier } = await client.call(calls.messageForCarrier, { query: { testLogID: id } });
    expect(forCarrier).toContain(`Difference: ${difference}`);
    const { rows } = await sql`select from receptions where text = ${spam} and message_id is null`.execute(
      server.db,
    );
    expect(rows.length).toBeGreaterThan(0);
  },
);

test('EVIDENCE-1 an intact report outweighs parts that are reported separately', async () => {
  const { id, code } = await send(LONG);
  const text = appendMessageCode(LONG, code);
  for (const part of kept(text)) await post(part);
  expect(await post(text)).toBe(200);
  await rematch();
  const log = await client.call(calls.testLog, { query: { id } });
  expect(log).toMatchObject({ finding: 'identical', verdict: 'confirmed', reception: { text } });
  expect(log.reception).not.toHaveProperty('separateReports');
  expect(await client.call(calls.messageWhy, { query: { testLogID: id } })).toMatchObject({ addsUp: true });
});
