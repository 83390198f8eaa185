/** Access control of every call in the contract: without a session, and without a CSRF token. */
import type { Call } from '@textprobe/contract/call';
import { type CallName, calls } from '@textprobe/contract/calls';
import type { ProblemCode } from '@textprobe/contract/problem';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { expect, test } from 'vitest';
import { CARRIERS, HANDSETS, PUBLIC, SOURCES } from '../testing/open-calls.ts';
import { createStrangersInboxes } from '../testing/source-inboxes.ts';
import { openTestServer, startTestServer } from '../testing/test-server.ts';

const rows = (Object.entries(calls) as [CallName, Call][]).map(([name, call]) => ({
  name,
  method: call.method,
  path: call.path.replace(/:\w+/, 'a'.repeat(32)),
}));
const guarded = rows.filter(({ name }) => !PUBLIC.includes(name) && !CARRIERS.includes(name));
const unsafe = guarded.filter(({ name, method }) => method !== 'GET' && !SOURCES.includes(name));

const FOREIGN = [
  { header: 'sec-fetch-site', value: 'cross-site' },
  { header: 'sec-fetch-site', value: 'same-site' },
  { header: 'origin', value: 'https://elsewhere.example' },
  { header: 'origin', value: 'null' },
];

const { server, client } = await openTestServer({
  inboxes: [
    createNativeInbox({ clock: realClock, findPhoneByKey: async () => null }),
    ...createStrangersInboxes(),
  ],
});

function refusalOf(name: CallName): ProblemCode {
  if (SOURCES.includes(name)) return 'handset-source.invalid';
  return HANDSETS.includes(name) ? 'handset-key.invalid' : 'session.required';
}

test.each(guarded)(
  'CALL-21 $method $path ($name) without a session is 401',
  async ({ name, method, path }) => {
    const problem = await server.visitor().problem({ method, path });
    expect(problem).toMatchObject({ status: 401, code: refusalOf(name) });
  },
);

test.each(guarded)(
  'CALL-21 $method $path ($name) with an unknown session is 401',
  async ({ method, path }) => {
    const visitor = server.visitor();
    visitor.cookies.set('textprobe', 'x'.repeat(43));
    expect(await visitor.problem({ method, path })).toMatchObject({ status: 401 });
  },
);

test.each(unsafe)(
  'AUTH-6 $method $path ($name) with a session but no CSRF token is 403',
  async ({ method, path }) => {
    for (const token of [null, 'made up']) {
      expect(await client.refusal({ method, path }, { token, body: '{}' })).toBe('403 csrf.invalid');
    }
  },
);

test.each(rows.filter(({ name }) => SOURCES.includes(name)))(
  'CALL-21 $method $path ($name) is 401 with a session too',
  async ({ method, path }) => {
    expect(await client.problem({ method, path }, { body: '{}' })).toMatchObject({ status: 401 });
  },
);

// These take a body or redirect, and have tests of their own.
const TESTED_ELSEWHERE: readonly string[] = [
  'login',
  'checkLink',
  'acceptLink',
  'requestAccount',
  'openPairing',
  'startSignOn',
  'finishSignOn',
];

test.each(rows.filter(({ name }) => PUBLIC.includes(name) && !TESTED_ELSEWHERE.includes(name)))(
  'CALL-21 $method $path ($name) needs no session',
  async ({ method, path }) => {
    expect((await server.visitor().send(method, path)).status).toBe(200);
  },
);

test.each(
  unsafe
    .filter(({ name }) => name !== 'handsetPing')
    .flatMap((row) => FOREIGN.map((from) => ({ ...row, ...from }))),
)(
  'GUARD-5 $method $path ($name) with $header: $value is 403 with any token',
  async ({ method, path, header, value }) => {
    const problem = await client.problem({ method, path }, { headers: { [header]: value } });
    expect(problem).toMatchObject({ status: 403, code: 'origin.foreign' });
    const without = await client.problem({ method, path }, { headers: { [header]: value }, token: null });
    expect(without).toMatchObject({ status: 403, code: 'origin.foreign' });
  },
);

test('GUARD-5 admits calls from the console itself, and from programs that send no origin', async () => {
  const headers = { origin: server.address, 'sec-fetch-site': 'same-origin' };
  const body = { frequency: 'days', time: '10:30' };
  await client.call(calls.previewSchedule, { body, headers });
  await client.call(calls.previewSchedule, { body });
});

test('GUARD-5 with an https PUBLIC_URL the same host over plain http is another site', async () => {
  await using secure = await startTestServer({ publicUrl: 'https://textprobe.example' });
  const operator = await secure.operator();
  const send = (origin: string) => operator.send('POST', calls.logout.path, { headers: { origin } });
  expect((await send('http://textprobe.example')).status).toBe(403);
  expect((await send('https://textprobe.example')).status).toBe(204);
});
