/** The inbox that reads handset reports and the schema that describes them must agree on any body. */
import { messageReceivedBodySchema } from '@textprobe/contract/message-received';
import { handsetPingBodySchema } from '@textprobe/contract/phone-health';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import { readHandsetPing } from '@textprobe/gateways/inbox/handset-ping';
import { readMessageReceived } from '@textprobe/gateways/inbox/message-received';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';

const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' \n',
    'M7Q2K9X4TBC',
    'a\u0000b',
    'x\ud83d',
    7,
    true,
    [],
    {},
    Number.NaN,
  ),
  fc.constantFrom(63, 64, 65, 200, 201, 20_000, 20_001).map((length) => 'x'.repeat(length)),
  fc.double({ min: -1, max: 2, noNaN: true }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

test.each([
  [
    'receptions',
    readMessageReceived,
    messageReceivedBodySchema,
    ['messageCode', 'messageBody', 'sender', 'receivedAt', 'battery'],
  ],
  ['pings', readHandsetPing, handsetPingBodySchema, ['battery', 'charging', 'network']],
] as const)(
  'CALL-16, CALL-23 the inbox accepts exactly the %s that are described',
  (_what, read, schema: z.ZodType, keys) => {
    const record = fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: record }, value), (body) => {
        const check = read(body);
        // A schema cannot express an instant in either of two formats.
        if (!check.ok && check.faults.every(({ code }) => code === 'timestamp')) return;
        const described = schema.safeParse(body).success;
        seen[described ? 'taken' : 'refused'] += 1;
        expect(check.ok).toBe(described);
      }),
      { numRuns: soakTimes(5_000) },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
  },
);
