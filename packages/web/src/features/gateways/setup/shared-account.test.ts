/** The hint that another gateway uses the account. */
import type { Gateway } from '@textprobe/contract/gateways';
import { expect, it } from 'vitest';
import { type GatewayDraft, newDraft } from './gateway-draft.ts';
import { sharedAccountWords } from './shared-account.ts';

const ACME: Gateway = {
  id: 3,
  name: 'acme',
  kind: 'smpp',
  source: 'settings',
  isDefault: true,
  isDefaultMms: false,
  sendsMms: false,
  throughput: null,
  account: 'smsc.example:2775 acme',
  offices: 0,
  link: null,
  ignoredReceipts: [],
  settings: null,
  secrets: [],
  updatedAt: null,
};

function draft(texts: Record<string, string>, kind: GatewayDraft['kind'] = 'smpp'): GatewayDraft {
  const empty = newDraft([]);
  return { ...empty, kind, texts: { ...empty.texts, smpp: { ...empty.texts.smpp, ...texts } } };
}

it('GUARD-13 names other gateways that use the account, however it is spelled', () => {
  const written = draft({ host: ' SMSC.example', systemId: 'acme ' });
  expect(sharedAccountWords(written, null, [ACME])).toMatch(/^Gateway “acme” already uses this account\./);
  expect(sharedAccountWords(written, null, [ACME, { ...ACME, id: 4, name: 'second' }])).toMatch(
    /^Gateways “acme”, “second” already use this account\./,
  );
  const empty = newDraft([]);
  const twilio = { accountSid: ' AC1', baseUrl: 'https://API.twilio.com/' };
  const api: Gateway = { ...ACME, kind: 'twilio', account: 'https://api.twilio.com AC1' };
  for (const texts of [twilio, { ...twilio, baseUrl: '' }]) {
    const other: GatewayDraft = { ...empty, kind: 'twilio', texts: { ...empty.texts, twilio: texts } };
    expect(sharedAccountWords(other, null, [api])).toMatch(/^Gateway “acme” already uses this account\./);
  }
});

it.each([
  ['another port', draft({ host: 'smsc.example', port: '2776', systemId: 'acme' }), null],
  ['another system ID', draft({ host: 'smsc.example', systemId: 'Acme' }), null],
  ['another kind', draft({ host: 'smsc.example', systemId: 'acme' }, 'twilio'), null],
  ['the gateway itself', draft({ host: 'smsc.example', systemId: 'acme' }), ACME],
])('gives no hint for %s', (_case, written, stored) => {
  expect(sharedAccountWords(written, stored, [ACME])).toBeNull();
});
