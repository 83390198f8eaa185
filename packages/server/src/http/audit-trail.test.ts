/** What a row of the audit trail must not have in it. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { HIDDEN_FIELDS, namesIn, PROOF_FIELDS } from './audit-trail.ts';

test('AUDIT-1 a field that sounds secret is not recorded as it is', () => {
  const fields = Object.values<Call>(calls).flatMap(({ audit, body }) =>
    typeof audit === 'string' ? namesIn(body) : [],
  );
  const sounding = fields.filter((name) => /secret|password|token|code|key|body|text/i.test(name));
  const kept = sounding.filter((name) => !PROOF_FIELDS.has(name) && !HIDDEN_FIELDS.has(name));
  expect(sounding).not.toEqual([]);
  expect(kept).toEqual([]);
});
