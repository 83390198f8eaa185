import { expect, test } from 'vitest';
import { readHealth } from './sms-gateway-health.ts';

const check = (observedValue: unknown) => ({
  description: '',
  observedUnit: '',
  observedValue,
  status: 'pass',
});

test.each([
  [{ 'connection:transport': check(2), 'connection:cellular': check(5) }, { network: '5G' }],
  [{ 'connection:transport': check(2), 'connection:cellular': check(1) }, { network: 'cellular' }],
  [{ 'connection:transport': check(0) }, { network: 'none' }],
  [
    { 'battery:level': check(-1), 'battery:charging': check(0) },
    { battery: null, charging: false },
  ],
  [
    { 'battery:level': check('94'), 'connection:transport': check(99) },
    { battery: null, network: null },
  ],
])('a ping of SMS Gateway for Android omits unknown values: %j', (checks, said) => {
  const health = { checks, releaseId: 1, status: 'pass', version: '1.0.0' };
  expect(readHealth({ health })).toMatchObject(said);
});
