import { describe, expect, it } from 'vitest';
import { LONGEST_SEND_EXPIRY_MS, pdusOf, sendExpiryAt, sendingMs } from './send-expiry.ts';

const HOUR = 3_600_000;
const run = { startsAt: 1_000, minimumMs: HOUR, loads: [], nextDue: null };
const load = (pdus: number, throughput: number | null) => ({ pdus, throughput });

describe('when the messages of a run expire', () => {
  it('GUARD-8 is SEND_EXPIRY after its start if its gateways are fast', () => {
    expect(sendExpiryAt(run)).toBe(1_000 + HOUR);
    expect(sendExpiryAt({ ...run, loads: [load(1_000_000, null)] })).toBe(1_000 + HOUR);
    expect(sendExpiryAt({ ...run, loads: [load(18_000, 10)] })).toBe(1_000 + HOUR);
  });

  it('GUARD-8 is at least twice what the slowest of its gateways needs, and at most seven days', () => {
    expect(sendExpiryAt({ ...run, loads: [load(100_000, 10)] })).toBe(1_000 + 20_000_000);
    expect(sendExpiryAt({ ...run, loads: [load(5, 1), load(100_000, 10)] })).toBe(1_000 + 20_000_000);
    expect(sendExpiryAt({ ...run, loads: [load(1_000_000, 1)] })).toBe(1_000 + LONGEST_SEND_EXPIRY_MS);
    expect(sendExpiryAt({ ...run, minimumMs: 30 * 24 * HOUR })).toBe(1_000 + LONGEST_SEND_EXPIRY_MS);
  });

  it('GUARD-8 is never past the next occurrence of a recurring test', () => {
    expect(sendExpiryAt({ ...run, nextDue: 61_000 })).toBe(61_000);
    expect(sendExpiryAt({ ...run, nextDue: 61_000, loads: [load(100_000, 10)] })).toBe(61_000);
    expect(sendExpiryAt({ ...run, nextDue: 24 * HOUR })).toBe(1_000 + HOUR);
  });
});

it('each part of a long text, including the code, counts if its gateway counts parts', () => {
  const sms = { messageType: 'SMS', body: 'x'.repeat(147), countsParts: true } as const;
  expect(pdusOf(sms)).toBe(1);
  expect(pdusOf({ ...sms, body: 'x'.repeat(148) })).toBe(2);
  expect(pdusOf({ ...sms, body: 'x'.repeat(148), countsParts: false })).toBe(1);
  expect(pdusOf({ ...sms, body: 'x'.repeat(1_000), messageType: 'MMS' })).toBe(1);
  expect(sendingMs(load(432, 10))).toBe(43_200);
});
