/** How long sending a test takes, as the form shows it. */
import { describe, expect, it } from 'vitest';
import type { Office, Phone } from '../../../api/normalize.ts';
import type { GatewayRoutes } from './gateway-shares.ts';
import { outgoingPairs } from './outgoing-pairs.ts';
import { longSendingTime, type Outgoing, sendingTimeWords } from './sending-time.ts';

const offices = (count: number, from = 1): Office[] =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    name: `Office ${from + index}`,
    clientId: 21,
    phoneNumber: '+15552010001',
    managerFirstName: 'Mei',
    managerLastName: 'Lin',
  }));
const phones = (count: number): Phone[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: 'Ann',
    phoneNumber: '+15553010001',
    carrier: 'AT&T',
  }));
interface Recipients {
  readonly sending?: Office[];
  readonly receiving?: Phone[];
}
const test = ({
  sending = offices(100),
  receiving = phones(100),
  ...over
}: Partial<Outgoing> & Recipients = {}): Outgoing => ({
  messageType: 'SMS',
  body: 'Hello',
  outgoing: outgoingPairs(sending, receiving),
  clientName: () => 'Bluebird Smiles',
  ...over,
});
const assign = (gatewayId: number, ...officeIds: number[]) =>
  officeIds.map((officeId) => ({ officeId, gatewayId, pinned: false }));
const words = (tests: Outgoing | readonly Outgoing[], routes: GatewayRoutes) => {
  const time = longSendingTime('outgoing' in tests ? [tests] : tests, routes);
  return time === null ? null : sendingTimeWords(time);
};

describe('the sending time', () => {
  const acme = sampleGateway({ isDefault: true, throughput: 10 });

  it('GUARD-8 reports a test that needs more than ten minutes, with the rate and the gateway', () => {
    expect(words(test(), { gateways: [acme], assigned: [] })).toBe(
      'Sending takes about 17 min at 10 messages/s (gateway Acme).',
    );
    const [sixThousand, oneMore] = [phones(60), [...phones(60), ...phones(1)]];
    expect(words(test({ receiving: sixThousand }), { gateways: [acme], assigned: [] })).toBeNull();
    expect(words(test({ receiving: oneMore }), { gateways: [acme], assigned: [] })).toMatch(/about 10 min/);
  });

  it('EVIDENCE-7 adds up the tests that are created together, for each gateway', () => {
    const bravo = sampleGateway({ id: 2, name: 'Bravo', throughput: 10 });
    const routes = { gateways: [acme, bravo], assigned: assign(2, 3) };
    const small = (sending: Office[], body: string) => test({ sending, receiving: phones(50), body });
    const tests = (count: number, from: number, body = 'Hello') =>
      Array.from({ length: count }, () => small(offices(1, from), body));
    // 120 × 50 messages through Acme take exactly ten minutes, and Bravo sends at the same time.
    expect(words([...tests(120, 1), ...tests(120, 3)], routes)).toBeNull();
    expect(words([...tests(120, 1), ...tests(180, 3)], routes)).toBe(
      'Sending takes about 15 min at 10 messages/s (gateway Bravo).',
    );
    expect(words([...tests(120, 1), ...tests(60, 1, 'x'.repeat(200))], routes)).toBe(
      'Sending takes about 20 min at 10 segments/s (gateway Acme).',
    );
  });

  it('GUARD-8 counts each segment of a long SMS over SMPP, and no other message', () => {
    const long = { body: 'x'.repeat(200) };
    const expected = 'Sending takes about 33 min at 10 segments/s (gateway Acme).';
    expect(words(test(long), { gateways: [acme], assigned: [] })).toBe(expected);
    const http = { ...acme, kind: 'twilio', sendsMms: true };
    const byMessage = 'Sending takes about 17 min at 10 messages/s (gateway Acme).';
    expect(words(test(long), { gateways: [http], assigned: [] })).toBe(byMessage);
    expect(words(test({ ...long, messageType: 'MMS' }), { gateways: [http], assigned: [] })).toBe(byMessage);
  });

  it('GUARD-8 counts the segments of the messages that the gateway itself sends', () => {
    const longNamed = offices(50).map((office) => ({ ...office, managerLastName: 'L'.repeat(200) }));
    const sending = [...longNamed, ...offices(50, 51)];
    const gateways = [acme, sampleGateway({ id: 2, name: 'Bravo', throughput: 4 })];
    const assigned = assign(2, ...offices(50, 51).map(({ id }) => id));
    // Acme: 5,000 messages of 2 segments at 10/s; Bravo: 5,000 of 1 at 4/s.
    const sentence = words(test({ body: '{manager_last_name}', sending }), { gateways, assigned });
    expect(sentence).toBe('Sending takes about 21 min at 4 messages/s (gateway Bravo).');
    const swapped = words(test({ body: '{manager_last_name}', sending }), {
      gateways: [acme, sampleGateway({ id: 2, name: 'Bravo', throughput: 6 })],
      assigned,
    });
    expect(swapped).toBe('Sending takes about 17 min at 10 segments/s (gateway Acme).');
  });

  it('GUARD-8 is the time of the slowest gateway for its own share: gateways send in parallel', () => {
    const gateways = [
      acme,
      sampleGateway({ id: 2, name: 'Bravo', throughput: 1 }),
      sampleGateway({ id: 3, name: 'Swift' }),
    ];
    const wordsFor = (...assigned: ReturnType<typeof assign>) => words(test(), { gateways, assigned });
    expect(wordsFor(...assign(2, 1, 2, 3))).toBe(
      'Sending takes about 16 min at 10 messages/s (gateway Acme).',
    );
    expect(wordsFor(...assign(2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).toBe(
      'Sending takes about 17 min at 1 message/s (gateway Bravo).',
    );
    const most = offices(60).map(({ id }) => id);
    expect(wordsFor(...assign(3, ...most))).toBeNull();
  });

  it('EVIDENCE-5 counts only the pairs that each gateway sends', () => {
    const gateways = [
      { ...acme, throughput: 0.1 },
      sampleGateway({ id: 2, name: 'Bravo', throughput: 0.01 }),
    ];
    const pairs = phones(90).map(({ id: phoneID }) => ({ officeID: 1, phoneID }));
    const outgoing = outgoingPairs(offices(100), phones(100), pairs);
    expect(words(test({ outgoing }), { gateways, assigned: assign(2, 2) })).toBe(
      'Sending takes about 15 min at 0.1 messages/s (gateway Acme).',
    );
  });

  it('GUARD-8 is unknown if the gateway of an office is unknown, which may need longer', () => {
    expect(words(test(), { gateways: [acme], assigned: assign(9, 7) })).toBeNull();
    expect(words(test(), { gateways: [acme], assigned: assign(9, 700) })).toMatch(/17 min/);
  });

  it('GUARD-8 skips offices without a gateway, and MMS that no gateway can send', () => {
    const some = { ...acme, isDefault: false };
    expect(words(test(), { gateways: [some], assigned: [] })).toBeNull();
    expect(words(test({ messageType: 'MMS' }), { gateways: [acme], assigned: [] })).toBeNull();
  });

  it("GUARD-8 uses the gateway that sends an MMS: the office's own, or the default one for MMS", () => {
    const mms = sampleGateway({ id: 2, name: 'Pictures', kind: 'twilio', sendsMms: true, throughput: 1 });
    const gateways = [
      { ...acme, throughput: 0.5 },
      { ...mms, isDefaultMms: true },
    ];
    const outgoing = test({ messageType: 'MMS', sending: offices(10) });
    const expected = 'Sending takes about 17 min at 1 message/s (gateway Pictures).';
    expect(words(outgoing, { gateways, assigned: [] })).toBe(expected);
    expect(
      words(outgoing, { gateways: [acme, mms], assigned: assign(2, ...offices(10).map(({ id }) => id)) }),
    ).toBe(expected);
  });
});

describe('the words for it', () => {
  const sentenceFor = (minutes: number, throughput = 10) =>
    sendingTimeWords({ ms: minutes * 60_000, gateway: 'Acme', throughput, unit: 'message' });

  it.each([
    [10.6, '11 min'],
    [59.7, '1 h'],
    [150, '2 h 30 min'],
    [23 * 60 + 59.8, '1 day'],
    [25.6 * 60, '1 day 2 h'],
    [48 * 60, '2 days'],
  ])('GUARD-8 writes %s minutes as about %s', (minutes, time) => {
    expect(sentenceFor(minutes)).toBe(`Sending takes about ${time} at 10 messages/s (gateway Acme).`);
  });

  it('GUARD-8 writes the rate as configured', () => {
    expect(sentenceFor(20, 0.5)).toMatch(/at 0\.5 messages\/s/);
    expect(sentenceFor(20, 1)).toMatch(/at 1 message\/s/);
    expect(sentenceFor(20, 1_200)).toMatch(/at 1,200 messages\/s/);
  });

  it('GUARD-8 warns that no message waits longer than seven days', () => {
    expect(sentenceFor(8 * 24 * 60)).toMatch(
      /about 8 days .* Messages that wait longer than 7 days are not sent\.$/,
    );
    expect(sentenceFor(7 * 24 * 60)).not.toMatch(/not sent/);
  });
});

import { sampleGateway } from '../../../testing/sample-gateway.ts';
