/** The form that all calls share but those of the specification, see docs/api.md. */
import { coversRole, lesserRole, ROLES, type Role } from '@textprobe/domain/roles';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { LIST_PAGE_SIZE } from './query-form.ts';

/** Kept letter for letter: the old client's calls, what handsets and carriers post to, and probes. */
const FIXED =
  /^\/api\/((tests|auth)\/sm\/v1|inboxes|health|csrf|live|metrics|docs|openapi\.json|media)(\/|$)/;
const table = Object.entries<Call>(calls).filter(([, { path }]) => !FIXED.test(path));

type Part = 'query' | 'body' | 'answer';

/** All names of fields in a schema, but those within a message of the specification. */
function namesIn(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([name, inner]) =>
      /^testLogs?$/.test(name) ? [name] : [name, ...namesIn(inner)],
    );
  return Object.values(schema.def)
    .flat()
    .filter((part) => part instanceof z.ZodType)
    .flatMap(namesIn);
}

const namesOf = (call: Call, part: Part) => {
  const schema = call[part];
  return schema === undefined ? [] : namesIn(schema);
};

test.each(table)('%s is plain REST: an id is in the path, below its resource', (_name, call) => {
  expect(call.path).toMatch(/^\/api(\/[a-z-]+)+(\/:id(\/[a-z-]+)*)?$/);
  expect(namesOf(call, 'query')).not.toContain('id');
  expect(Object.keys(call.body instanceof z.ZodObject ? call.body.shape : {})).not.toContain('id');
});

test.each(table)('%s spells names in camelCase, with Id', (_name, call) => {
  const names = (['query', 'body', 'answer'] as const).flatMap((part) => namesOf(call, part));
  expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name) || /IDs?$/.test(name))).toEqual([]);
});

/** Lists without pages, and what bounds them. */
const WHOLE: Readonly<Record<string, string>> = {
  ownSessions: 'those of one account',
  recipientSets: 'at most 200',
  savedViews: 'at most 200',
  pairings: 'the last ten of a phone',
  handsetSources: 'one for each app or account',
  gateways: 'one for each carrier',
  gatewayHours: '24 for each gateway',
  officeGateways: 'offices with a gateway of their own',
  signupRequests: 'at most 50',
  audit: 'by cursor',
};

test('each list has pages and a search, or a bound', () => {
  const lists = table.filter(([, { method, answer }]) => method === 'GET' && answer instanceof z.ZodArray);
  const whole = lists.filter(([, { query }]) => !(query instanceof z.ZodObject && 'page' in query.shape));
  expect(whole.map(([name]) => name).toSorted()).toEqual(Object.keys(WHOLE).toSorted());
  for (const [name, { query }] of lists) {
    if (name in WHOLE) continue;
    const { page, pageSize, text } = (query as z.ZodObject).shape;
    expect([name, page, text]).toEqual([name, expect.anything(), expect.anything()]);
    const accepts = (size: string) => (pageSize as z.ZodType).safeParse(size).success;
    expect([name, accepts('500'), accepts('501'), LIST_PAGE_SIZE]).toEqual([name, true, false, 50]);
  }
});

test('ACCT-1 a role covers another when it may make each of its calls', () => {
  const callsOf = (role: Role) => Object.values<Call>(calls).filter(({ roles }) => roles?.includes(role));
  for (const role of ROLES)
    for (const other of ROLES) {
      const contains = callsOf(other).every((call) => callsOf(role).includes(call));
      expect([role, other, coversRole(role, other)]).toEqual([role, other, contains]);
    }
  expect(lesserRole('auditor', 'operator')).toBe('viewer');
});

test.each(Object.entries<Call>(calls).filter(([, { method }]) => method !== 'GET'))(
  'AUDIT-1 %s names its action in the audit trail, or why it leaves no row',
  (_name, { audit }) => {
    if (typeof audit === 'string') expect(audit).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
    else expect(audit?.none).toMatch(/^[A-Z].+\.$/);
  },
);
