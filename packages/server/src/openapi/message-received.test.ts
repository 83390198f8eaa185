/** What handsets post is read by the inbox and described by a schema: both must say the same of any body. */
import { messageReceivedBodySchema } from '@textprobe/contract/message-received';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import { readMessageReceived } from '@textprobe/gateways/inbox/message-received';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const value = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' \n', 'M7Q2K9X4TBC', 'a\u0000b', 'x\ud83d', 7, true, [], {}),
  fc.constantFrom(64, 65, 200, 201, 20_000, 20_001).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const keys = { messageCode: value, messageBody: value, sender: value, receivedAt: value, battery: value };
const bodies = fc.oneof(
  { weight: 9, arbitrary: fc.record<Record<string, unknown>>(keys, { requiredKeys: [] }) },
  value,
);

test('CALL-16, CALL-23 the inbox takes just the bodies that are described', () => {
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(bodies, (body) => {
      const check = readMessageReceived(body);
      // A schema has no word for an instant in one of two ways of writing.
      if (!check.ok && check.faults.every(({ code }) => code === 'timestamp')) return;
      const described = messageReceivedBodySchema.safeParse(body).success;
      seen[described ? 'taken' : 'refused'] += 1;
      expect(check.ok).toBe(described);
    }),
    { numRuns: soakTimes(2_000) },
  );
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
});
