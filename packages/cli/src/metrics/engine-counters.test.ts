import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createEngineCounters } from './engine-counters.ts';

test('ignored receipts are counted by gateway and reason', async () => {
  const registry = new Registry();
  const counters = createEngineCounters(registry);
  counters.receiptIgnored('acme', 'unmarked');
  counters.receiptIgnored('acme', 'unmarked');
  counters.receiptIgnored('acme', 'no-id');
  const text = await registry.getSingleMetricAsString('textprobe_receipts_ignored_total');
  expect(text).toContain('{gateway="acme",reason="unmarked"} 2');
  expect(text).toContain('{gateway="acme",reason="no-id"} 1');
});
