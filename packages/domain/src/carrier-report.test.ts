import { expect, it } from 'vitest';
import { type CarrierMessage, carrierFieldNames, carrierFields, carrierText } from './carrier-report.ts';

const message: CarrierMessage = {
  log: {
    testLogID: 41,
    carrier: 'Verizon',
    messageType: 'SMS',
    verdict: 'altered',
    evidence: 'handset',
    settled: true,
    handsetOffline: null,
    sent: { text: 'Café #A0000000001', from: '2025550100', to: '+12025550200' },
    submission: { at: '2026-11-21T10:00:00.120-08:00', outcome: 'accepted', gateway: 'Acme', error: null },
    receipt: { at: null, state: 'none', error: null },
    reception: {
      at: '2026-11-21T10:00:04.370-08:00',
      text: 'Cafe #A0000000001',
      sender: '+12025550100',
      comparison: 'altered',
      media: [],
    },
  },
  account: null,
  providerIds: ['8f3a01'],
  rawReceipts: [],
  names: { partner: 'Acorn', client: 'Acorn North', office: 'Oak Street' },
};

it('EVIDENCE-3 every message has the same fields, in the order of the field names', () => {
  for (const withNames of [false, true]) {
    const fields = carrierFields(message, withNames);
    expect(fields.map(({ name }) => name)).toEqual(carrierFieldNames(withNames));
  }
  expect(carrierFieldNames(true).slice(-3)).toEqual(['Partner', 'Client', 'Office']);
});

it('EVIDENCE-3 the text for a ticket leaves out what is unknown, and has each time in UTC and in Los Angeles', () => {
  expect(carrierText(carrierFields(message, false)).split('\n')).toEqual([
    'Reference: 41',
    'Message ID: 8f3a01',
    'From: +12025550100',
    'To: +12025550200',
    'Phone carrier: Verizon',
    'Type: SMS, 1 segment, GSM-7',
    'Submitted UTC: 2026-11-21T18:00:00.120Z',
    'Submitted Los Angeles: 2026-11-21 10:00:00.120 -08:00',
    'Your answer: accepted',
    'Handset: The handset received the message, but its text is not what was sent.',
    'Received UTC: 2026-11-21T18:00:04.370Z',
    'Received Los Angeles: 2026-11-21 10:00:04.370 -08:00',
    'Seconds: 4.250',
    'Sender seen: +12025550100',
    'Difference: accents lost: é→e',
    'Text sent:',
    'Café #A0000000001',
    'Text arrived:',
    'Cafe #A0000000001',
  ]);
});
