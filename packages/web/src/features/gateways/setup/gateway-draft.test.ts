/** Converting a gateway between form and API. */
import type { Gateway } from '@textprobe/contract/gateways';
import { describe, expect, it } from 'vitest';
import { sameDraft } from '../../../ui/unsent-drafts.ts';
import {
  defaultsOf,
  draftOf,
  type GatewayDraft,
  missingFields,
  newDraft,
  settingsOf,
  shownFields,
} from './gateway-draft.ts';

const SET_AT = '2026-11-21T10:00:00.000-08:00';
const STORED: Gateway = {
  id: 3,
  name: 'acme',
  kind: 'smpp',
  source: 'database',
  isDefault: true,
  isDefaultMms: false,
  sendsMms: false,
  throughput: null,
  account: 'smsc.example:2775 acme',
  offices: 0,
  link: null,
  ignoredReceipts: [],
  settings: {
    host: 'smsc.example',
    systemId: 'acme',
    port: 2775,
    bind: 'transceiver',
    tls: false,
    window: 5,
  },
  secrets: [{ name: 'password', setAt: SET_AT }],
  updatedAt: SET_AT,
};

function opened(stored: Gateway = STORED): GatewayDraft {
  const draft = draftOf(stored);
  if (draft === null) throw new Error('it cannot be changed');
  return draft;
}

function written(draft: GatewayDraft, texts: Record<string, string>): GatewayDraft {
  return { ...draft, texts: { ...draft.texts, [draft.kind]: { ...draft.texts[draft.kind], ...texts } } };
}

const ACCOUNT = { host: ' smsc.example ', systemId: 'acme', password: ' with spaces ' };

describe('a new gateway', () => {
  it('sends the typed values, trimmed except for secrets, and omits default values', () => {
    const draft = written(newDraft([]), {
      ...ACCOUNT,
      window: '20',
      throughput: '0.5',
      bind: 'pair',
      tls: 'true',
    });
    expect(settingsOf(draft, null)).toEqual({
      host: 'smsc.example',
      systemId: 'acme',
      password: ' with spaces ',
      window: 20,
      throughput: 0.5,
      bind: 'pair',
      tls: true,
    });
    expect(settingsOf(written(newDraft([]), { tls: 'false', bind: 'transceiver', port: ' ' }), null)).toEqual(
      {},
    );
  });

  it('sends invalid numbers as typed, so that the server explains what it expects', () => {
    expect(settingsOf(written(newDraft([]), { window: 'ten', port: '1e3' }), null)).toEqual({
      window: 'ten',
      port: 1000,
    });
  });

  it('keeps the values of one kind while the other is shown, and sends none of them', () => {
    const smpp = written(newDraft([]), ACCOUNT);
    const twilio = written({ ...smpp, kind: 'twilio' }, { accountSid: 'AC1', authToken: 't' });
    expect(settingsOf(twilio, null)).toEqual({ accountSid: 'AC1', authToken: 't' });
    expect(settingsOf({ ...twilio, kind: 'smpp' }, null)).toMatchObject({ host: 'smsc.example' });
  });

  it('becomes the default gateway if there is none, and always sends the flag', () => {
    expect(defaultsOf(newDraft([]), null)).toEqual({ isDefault: true });
    expect(defaultsOf(newDraft([STORED]), null)).toEqual({ isDefault: false });
    expect(defaultsOf({ ...newDraft([STORED]), kind: 'twilio' }, null)).toEqual({
      isDefault: false,
      isDefaultMms: true,
    });
  });

  it('names all required fields, and a password only if the account has one', () => {
    const empty = newDraft([]);
    expect(missingFields(empty, null)).toEqual([
      'name',
      'settings.host',
      'settings.systemId',
      'settings.password',
    ]);
    const none = { ...written(empty, { host: 'a', systemId: 'b' }), name: 'acme', without: ['password'] };
    expect(missingFields(none, null)).toEqual([]);
    expect(settingsOf(none, null)).toEqual({ host: 'a', systemId: 'b', password: '' });
  });
});

describe('an existing gateway', () => {
  it('opens with empty secrets, and sends itself unchanged without them', () => {
    const draft = opened();
    expect(draft.texts.smpp).toMatchObject({ port: '2775', window: '5', password: '', alphabet: 'gsm' });
    expect(settingsOf(draft, STORED)).toEqual(STORED.settings);
    expect(defaultsOf(draft, STORED)).toEqual({});
    expect(missingFields(draft, STORED)).toEqual([]);
    expect(sameDraft(draft, opened())).toBe(true);
    expect(sameDraft(written(draft, { window: '6' }), draft)).toBe(false);
  });

  it('has no draft if its settings are managed elsewhere', () => {
    expect(draftOf({ ...STORED, source: 'settings', settings: null })).toBeNull();
    expect(draftOf({ ...STORED, kind: 'pigeon' })).toBeNull();
  });

  it('sends a replaced secret, and omits a cleared setting', () => {
    const draft = written(opened(), { password: 'another', window: '' });
    const { window: _window, ...others } = STORED.settings ?? {};
    expect(settingsOf(draft, STORED)).toEqual({ ...others, password: 'another' });
  });

  it('drops all TLS settings when TLS is turned off, including the key', () => {
    const stored: Gateway = {
      ...STORED,
      settings: { ...STORED.settings, tls: true, tlsCa: 'PEM', tlsCert: 'PEM' },
      secrets: [...STORED.secrets, { name: 'tlsKey', setAt: SET_AT }],
    };
    const draft = opened(stored);
    expect(settingsOf(draft, stored)).toEqual(stored.settings);
    expect(shownFields(draft).map(({ name }) => name)).toContain('tlsCa');
    const plain = written(draft, { tls: 'false' });
    expect(shownFields(plain).map(({ name }) => name)).not.toContain('tlsCa');
    const { tlsCa: _ca, tlsCert: _cert, tls: _tls, ...others } = stored.settings ?? {};
    expect(settingsOf(plain, stored)).toEqual({ ...others, tlsKey: null });
    expect(settingsOf({ ...draft, without: ['tlsKey'] }, stored)).toEqual({
      ...stored.settings,
      tlsKey: null,
    });
  });

  it('sends the flags for default gateways only if they changed', () => {
    expect(defaultsOf({ ...opened(), isDefault: false }, STORED)).toEqual({ isDefault: false });
  });
});
