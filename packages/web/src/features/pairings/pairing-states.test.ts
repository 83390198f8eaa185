import type { TestLog } from '@textprobe/contract/messages';
import type { Pairing } from '@textprobe/contract/pairings';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { expect, test } from 'vitest';
import {
  addressProblem,
  hasSettings,
  linkState,
  linkWords,
  openedWords,
  openPairingOf,
  proofSteps,
  troubleOf,
} from './pairing-states.ts';

const NOW = Date.UTC(2026, 10, 26, 20);
const MINUTE = 60_000;
const at = (ms: number) => formatLosAngeles(NOW + ms);
const LINK = 'https://console.example/pair#code';

const BEGUN: Pairing = {
  id: 4,
  phoneId: 1,
  phoneName: 'Pixel',
  phoneNumber: '+15105550102',
  kind: 'own-app',
  madeBy: 'admin',
  createdAt: at(0),
  expiresAt: at(10 * MINUTE),
  opened: null,
  address: 'https://console.example',
  reporter: null,
  text: 'PAIR-7K2M9-QX4TD',
  sent: null,
  confirmedAt: null,
  misreportedAt: null,
  endedAt: null,
};
const OPENED: Pairing = {
  ...BEGUN,
  opened: { at: at(-MINUTE), by: 'Chrome 141 on Android' },
  reporter: { keyId: 7, sourceId: null, url: 'https://console.example/sms', works: true },
};

interface Message {
  readonly outcome?: TestLog['submission']['outcome'];
  readonly error?: string;
  readonly state?: TestLog['receipt']['state'];
  /** Milliseconds from now, of what happened last. */
  readonly ms?: number;
}

/** A pairing whose text was sent, with only the fields of the message that matter here. */
function withMessage({ outcome = 'accepted', error, state = 'none', ms = 0 }: Message): Pairing {
  const testLog = {
    submission: { at: at(ms), outcome, gateway: 'acme', error: error ?? null },
    receipt: { at: state === 'none' ? null : at(ms), state, error: error ?? null },
  } as TestLog;
  return { ...OPENED, sent: { testId: 41, at: at(ms), testLog, waitsFor: null } };
}

test('PAIR-1 the link works once for ten minutes, in the browser that has it', () => {
  expect(linkState(BEGUN, LINK, NOW)).toBe('works');
  expect(linkState(BEGUN, null, NOW)).toBe('lost');
  expect(linkState(BEGUN, LINK, NOW + 10 * MINUTE)).toBe('expired');
  expect(linkState(OPENED, LINK, NOW)).toBe('opened');
  expect(linkWords(BEGUN, NOW)).toMatch(/once, to the first browser that opens it, within 10 minutes\.$/);
  expect(linkWords(BEGUN, NOW + 9 * MINUTE + 1)).toMatch(/within 1 minute\.$/);
});

test('PAIR-1 the screen names the browser that was shown the settings', () => {
  const opened = { at: at(-MINUTE), by: 'Chrome 141 on Android' };
  expect(openedWords(opened, NOW)).toBe('Shown on Chrome 141 on Android at 11:59:00.');
  expect(openedWords({ ...opened, by: 'Textprobe' }, NOW)).toMatch(/^Set up by Textprobe at 11:59:00\./);
  expect(openedWords(opened, NOW + 24 * 60 * MINUTE)).toContain('at 11/26/2026 11:59:00');
});

test("PAIR-1 Twilio's settings count as entered once they were shown, although its source exists earlier", () => {
  expect(hasSettings(BEGUN)).toBe(false);
  expect(hasSettings(OPENED)).toBe(true);
  expect(hasSettings({ ...OPENED, kind: 'twilio', opened: null })).toBe(false);
  expect(hasSettings({ ...BEGUN, kind: 'receipt' })).toBe(true);
});

test.each([
  ['own-app', null, /HOST=0\.0\.0\.0 .* PUBLIC_URL/],
  ['own-app', 'http://192.168.1.5:8080', null],
  ['sms-gateway', 'http://192.168.1.5:8080', /https only.* PUBLIC_URL/],
  ['sms-gateway', null, /https only.* PUBLIC_URL/],
  ['sms-gateway', 'https://console.example', null],
  ['httpsms', null, /over https.* PUBLIC_URL/],
  ['receipt', null, null],
] as const)(
  'PAIR-1 for %s at the address %s, the screen names the setting to change',
  (kind, address, words) => {
    const problem = addressProblem({ kind, address });
    if (words === null) expect(problem).toBeNull();
    else expect(problem).toMatch(words);
  },
);

test('PAIR-2 the newest open pairing is found again', () => {
  const ended = { ...BEGUN, id: 6, endedAt: at(0) };
  const confirmed = { ...BEGUN, id: 5, confirmedAt: at(0) };
  expect(openPairingOf([ended, confirmed, BEGUN, { ...BEGUN, id: 3 }])?.id).toBe(4);
  expect(openPairingOf([ended, confirmed])).toBeUndefined();
});

test.each([
  ['without a message', OPENED, 'Reported by Pixel: moving'],
  [
    'before it is submitted',
    withMessage({ outcome: 'waiting' }),
    'Waiting: arrived, Sent: moving, Carrier says delivered: waiting, Reported by Pixel: waiting',
  ],
  [
    'refused by the carrier',
    withMessage({ outcome: 'rejected' }),
    'Waiting: arrived, Sent: failed, Carrier says delivered: waiting, Reported by Pixel: waiting',
  ],
  [
    'once it is sent',
    withMessage({}),
    'Waiting: arrived, Sent: arrived, Carrier says delivered: moving, Reported by Pixel: waiting',
  ],
  [
    'that was not delivered',
    withMessage({ state: 'failed' }),
    'Waiting: arrived, Sent: arrived, Carrier says delivered: failed, Reported by Pixel: waiting',
  ],
  [
    'with its receipt',
    withMessage({ state: 'delivered' }),
    'Waiting: arrived, Sent: arrived, Carrier says delivered: arrived, Reported by Pixel: moving',
  ],
  [
    'reported before its receipt',
    { ...withMessage({}), confirmedAt: at(0) },
    'Waiting: arrived, Sent: arrived, Carrier says delivered: waiting, Reported by Pixel: arrived',
  ],
  [
    'that only a receipt proves',
    { ...withMessage({}), kind: 'receipt' },
    'Waiting: arrived, Sent: arrived, Carrier says delivered: moving',
  ],
  ['at Twilio', { ...OPENED, kind: 'twilio' }, 'Reported by Twilio: moving'],
] as const)('PAIR-2 the steps of a proof %s', (_when, pairing, words) => {
  const steps = proofSteps(pairing as Pairing);
  expect(steps.map(({ label, tone }) => `${label}: ${tone}`).join(', ')).toBe(words);
});

test.each<[string, Pairing, RegExp | null, string?]>([
  ['that begins', OPENED, null],
  ['that was ended', { ...OPENED, endedAt: at(0) }, /^This pairing was ended at 12:00:00:/, 'begin'],
  [
    'whose key was revoked',
    { ...OPENED, reporter: { ...OPENED.reporter!, works: false } },
    /revoked/,
    'begin',
  ],
  ['whose text another key reported', { ...OPENED, misreportedAt: at(0) }, /^Another key or source/, 'send'],
  ['whose text is sent again after that', { ...withMessage({}), misreportedAt: at(-1_000) }, null],
  ['whose text waits for a moment', waiting(-4_000), null],
  [
    'whose text waits for its gateway',
    waiting(-5_000),
    /^The message is waiting for a gateway: none/,
    'gateways',
  ],
  [
    'whose text is refused',
    withMessage({ outcome: 'rejected', error: 'no route (ESME_RINVDSTADR).' }),
    /refused the message: no route \(ESME_RINVDSTADR\)\.$/,
    'send',
  ],
  ['whose text is not sent in time', withMessage({ outcome: 'expired' }), /in time\.$/, 'send'],
  [
    'whose text is not delivered',
    withMessage({ state: 'failed', error: 'absent' }),
    /not delivered: absent\.$/,
    'send',
  ],
  ['whose text was just sent', withMessage({ ms: -2 * MINUTE + 1 }), null],
  ['whose text gets no receipt', withMessage({ ms: -2 * MINUTE }), /no receipt for two minutes/, 'send'],
  ['whose text was just delivered', withMessage({ state: 'delivered', ms: 1 - MINUTE }), null],
  [
    'whose text is not reported',
    withMessage({ state: 'delivered', ms: -MINUTE }),
    /no report came.* the key/,
    'send',
  ],
  [
    'that is confirmed',
    { ...withMessage({ state: 'failed' }), confirmedAt: at(0), misreportedAt: at(0) },
    null,
  ],
])('PAIR-2 the trouble of a pairing %s', (_what, pairing, words, act) => {
  const trouble = troubleOf(pairing, NOW);
  if (words === null) expect(trouble).toBeNull();
  else expect(trouble).toEqual({ words: expect.stringMatching(words), act });
});

/** A message that no gateway has taken yet. */
function waiting(ms: number): Pairing {
  const { sent, ...rest } = withMessage({ outcome: 'waiting', ms });
  return { ...rest, sent: sent && { ...sent, waitsFor: 'a gateway: none is assigned to its office.' } };
}
