/** Texts that a carrier or a phone changed, as handsets report them over HTTP, and what the console says of each (CHANGE-1). */
import { calls } from '@textprobe/contract/calls';
import { findPhonesByKeyHash } from '@textprobe/database/handset-keys/handset-keys';
import { realClock } from '@textprobe/database/testing/real-clock';
import type { Finding } from '@textprobe/domain/finding';
import { createHandsetKey, hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
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
const { key } = await client.call(calls.createHandsetKey, { body: { phoneID: 1 } });

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

/** Reports a message's text as its handset does. */
async function arrive(body: string, arrivedBody: string) {
  const at = server.clock.now();
  const made = await makeTest(server.db, at);
  const place = { ...placeOf(made), filled_body: body };
  const { id, code } = await makeMessage(server.db, { ...made, at, place }, 'sent');
  const messageBody = `${arrivedBody} #${code}`;
  await server.visitor().call(calls.messageReceivedSms, {
    body: { messageCode: code, messageBody, sender: '+12025550100' },
    headers: { authorization: `Bearer ${key}` },
    token: null,
  });
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
