/** Two-factor login over HTTP: enrolment, login, recovery codes, reset, and what guessing costs. */
import { calls } from '@textprobe/contract/calls';
import { IDEMPOTENCY_KEY_HEADER } from '@textprobe/contract/headers';
import { createSealer } from '@textprobe/database/secrets/sealing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeAt, enrol } from '../../testing/authenticator.ts';
import { at, type TestClient } from '../../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer, USERNAME } from '../../testing/test-server.ts';

const MINUTE = 60_000;
const WRONG = '000000';
const LOGIN_4 = 'Invalid username or password. Please try again.';
let server: TestServer;
let client: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  client = await server.operator();
});
afterEach(() => server.close());

interface Attempt {
  readonly code?: string;
  readonly password?: string;
  readonly by?: TestClient;
}

async function logIn({ code, password = PASSWORD, by = server.visitor() }: Attempt = {}): Promise<string> {
  const fields = { username: USERNAME, password, ...(code !== undefined && { code }) };
  const sent = { body: new URLSearchParams(fields), token: null };
  const response = await by.send('POST', calls.login.path, sent);
  const { code: problem = 'in' } = (await response.json()) as { code?: string };
  return `${response.status} ${problem}`;
}

const IN = '200 in';
const NEEDED = '401 second-factor.needed';
const FAILED = '401 login.failed';
const SLOWED = '429 login.slowed';

/** One that the app shows at no time near the present. */
function wrongCode(secret: string): string {
  const shown = [-30, 0, 30].map((seconds) => codeAt(secret, server.clock.now() + seconds * 1_000));
  return shown.includes(WRONG) ? '111111' : WRONG;
}

test('ACCT-6 is set up with a key and a QR code, confirmed with a code, and gives ten recovery codes', async () => {
  expect(await client.call(calls.profile)).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
  const { secret, otpauthUrl } = await client.call(calls.startTwoFactor);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(otpauthUrl);
  expect(`${url.protocol}//${url.host}${url.pathname}`).toBe(`otpauth://totp/Textprobe:${USERNAME}`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    issuer: 'Textprobe',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  // Not confirmed: the password is enough.
  expect(await logIn()).toBe(IN);
  expect(await client.problem(calls.confirmTwoFactor, { body: { code: wrongCode(secret) } })).toMatchObject({
    status: 403,
    code: 'second-factor.wrong',
    errors: [{ field: 'code', code: 'second-factor.wrong' }],
  });
  const body = { code: codeAt(secret, server.clock.now()) };
  const { recoveryCodes } = await client.call(calls.confirmTwoFactor, { body });
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(await client.call(calls.profile)).toMatchObject({ twoFactor: true, recoveryCodesLeft: 10 });
  expect(await logIn()).toBe(NEEDED);
  expect(await client.refusal(calls.startTwoFactor)).toBe('409 second-factor.on');
  expect(await client.refusal(calls.confirmTwoFactor, { body })).toBe('409 second-factor.on');
});

test('ACCT-6 a new key replaces one that was not confirmed', async () => {
  const { secret: first } = await client.call(calls.startTwoFactor);
  const { secret } = await client.call(calls.startTwoFactor);
  const now = server.clock.now();
  expect(await client.refusal(calls.confirmTwoFactor, { body: { code: codeAt(first, now) } })).toBe(
    '403 second-factor.wrong',
  );
  await client.call(calls.confirmTwoFactor, { body: { code: codeAt(secret, now) } });
});

test('ACCT-6 nothing to confirm is said, and confirming again under the same key gives the same recovery codes', async () => {
  expect(await client.refusal(calls.confirmTwoFactor, { body: { code: WRONG } })).toBe(
    '409 second-factor.none',
  );
  const { secret } = await client.call(calls.startTwoFactor);
  const sent = {
    body: { code: codeAt(secret, server.clock.now()) },
    headers: { [IDEMPOTENCY_KEY_HEADER]: 'confirm' },
  };
  const first = await client.call(calls.confirmTwoFactor, sent);
  expect(await client.call(calls.confirmTwoFactor, sent)).toEqual(first);
});

test('ACCT-6 a login needs a code of the present 30 seconds, or of those before or after', async () => {
  const { secret } = await enrol(client, server.clock);
  await server.clock.advance(5 * MINUTE);
  const codeIn = (seconds: number) => codeAt(secret, server.clock.now() + seconds * 1_000);
  expect(await logIn({ code: '' })).toBe(NEEDED);
  expect(await logIn({ code: codeIn(-60) })).toBe(NEEDED);
  expect(await logIn({ code: codeIn(60) })).toBe(NEEDED);
  expect(await logIn({ code: codeIn(-30) })).toBe(IN);
  // As apps show it.
  expect(await logIn({ code: codeIn(0).replace(/^.../, '$& ') })).toBe(IN);
  expect(await logIn({ code: codeIn(30) })).toBe(IN);
});

test('ACCT-6 a code works once, the one that confirmed too, also when two use it at the same time', async () => {
  const { secret } = await client.call(calls.startTwoFactor);
  const code = codeAt(secret, server.clock.now());
  await client.call(calls.confirmTwoFactor, { body: { code } });
  expect(await logIn({ code })).toBe(NEEDED);
  await server.clock.advance(30_000);
  const next = codeAt(secret, server.clock.now());
  const both = await Promise.all([logIn({ code: next }), logIn({ code: next })]);
  expect(both.toSorted()).toEqual([IN, NEEDED]);
});

test('ACCT-6 a recovery code works once, however it is written, and not with a wrong password', async () => {
  const { recoveryCodes } = await enrol(client, server.clock);
  const [first = '', second = ''] = recoveryCodes;
  expect(await logIn({ code: first, password: 'wrong' })).toBe(FAILED);
  expect(await logIn({ code: first.toLowerCase().replaceAll('-', ' ') })).toBe(IN);
  expect(await logIn({ code: first })).toBe(NEEDED);
  expect(await logIn({ code: second })).toBe(IN);
  expect(await client.call(calls.profile)).toMatchObject({ recoveryCodesLeft: 8 });
});

test('ACCT-6 only a right password learns that a code is needed: every other failure has the text of LOGIN-4', async () => {
  const { secret } = await enrol(client, server.clock);
  const code = codeAt(secret, server.clock.now());
  for (const fields of [
    { username: USERNAME, password: 'wrong' },
    { username: USERNAME, password: 'wrong', code },
    { username: 'stranger', password: PASSWORD, code },
  ]) {
    const sent = { body: new URLSearchParams(fields), token: null };
    expect(await server.visitor().problem(calls.login, sent)).toMatchObject({
      code: 'login.failed',
      detail: LOGIN_4,
    });
  }
  const needed = { body: new URLSearchParams({ username: USERNAME, password: PASSWORD }), token: null };
  expect((await server.visitor().problem(calls.login, needed)).errors).toBeUndefined();
  // With a wrong code the field is named, so that a form knows which to ask for.
  needed.body.set('code', wrongCode(secret));
  expect(await server.visitor().problem(calls.login, needed)).toMatchObject({
    code: 'second-factor.needed',
    errors: [{ field: 'code', code: 'second-factor.wrong' }],
  });
});

test('ACCT-6 GUARD-6 wrong codes slow the next attempts like wrong passwords, and a right password alone clears no count', async () => {
  const { secret } = await enrol(client, server.clock);
  for (let nth = 0; nth < 3; nth += 1) expect(await logIn({ code: wrongCode(secret) })).toBe(NEEDED);
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await logIn()).toBe(NEEDED);
    expect(await logIn({ password: 'wrong' })).toBe(FAILED);
  }
  expect(await logIn({ code: codeAt(secret, server.clock.now()) })).toBe(SLOWED);
  await server.clock.advance(1_000);
  expect(await logIn({ code: codeAt(secret, server.clock.now()) })).toBe(IN);
  // Both together clear it.
  for (let nth = 0; nth < 5; nth += 1) expect(await logIn({ code: wrongCode(secret) })).toBe(NEEDED);
  expect(await logIn()).toBe(NEEDED);
});

test('ACCT-6 a password given again clears no count of wrong codes', async () => {
  const { secret } = await enrol(client, server.clock);
  // The browser of the session has one count for its logins and its proofs.
  const wrong = () => logIn({ by: client, code: wrongCode(secret) });
  await client.call(calls.giveProof, { body: { password: PASSWORD } });
  for (let nth = 0; nth < 5; nth += 1) expect(await wrong()).toBe(NEEDED);
  await client.call(calls.giveProof, { body: { password: PASSWORD } });
  expect(await wrong()).toBe(NEEDED);
  expect(await wrong()).toBe(SLOWED);
});

test('ACCT-6 ACCT-9 a code or a recovery code is a proof as the password is, and works once', async () => {
  const { secret, recoveryCodes } = await enrol(client, server.clock);
  await server.clock.advance(16 * MINUTE);
  expect(await client.refusal(calls.endTwoFactor)).toBe('403 proof.needed');
  const code = codeAt(secret, server.clock.now());
  await client.call(calls.giveProof, { body: { code } });
  expect(await client.problem(calls.giveProof, { body: { code } })).toMatchObject({
    status: 403,
    errors: [{ field: 'code', code: 'second-factor.wrong' }],
  });
  await server.clock.advance(16 * MINUTE);
  await client.call(calls.giveProof, { body: { code: recoveryCodes[0] ?? '' } });
  await client.call(calls.endTwoFactor);
  for (const body of [{}, { code: WRONG, password: PASSWORD }])
    expect(await client.problem(calls.giveProof, { body })).toMatchObject({
      status: 422,
      errors: [{ field: 'password', message: 'Enter your password, or a code instead.' }],
    });
  expect(await client.refusal(calls.giveProof, { body: { code: WRONG } })).toBe('403 second-factor.wrong');
});

test('ACCT-6 the tenth wrong code, proof or password in 15 minutes ends the session that sends them', async () => {
  const other = await server.operator();
  const { secret } = await client.call(calls.startTwoFactor);
  const code = wrongCode(secret);
  /** From other networks, without the cookie of the browser, whose own count would slow them down. */
  const send = async (call: { method: string; path: string }, body: object, nth: number) => {
    client.cookies.delete('textprobe-device');
    const headers = { 'x-forwarded-for': `198.51.${nth}.7` };
    return (await client.send(call.method, call.path, { body, headers })).status;
  };
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await send(calls.confirmTwoFactor, { code }, nth)).toBe(403);
    expect(await send(calls.giveProof, { code }, nth)).toBe(403);
    expect(await send(calls.giveProof, { password: 'wrong' }, nth)).toBe(403);
  }
  expect(await send(calls.confirmTwoFactor, { code }, 9)).toBe(401);
  expect(await client.refusal(calls.profile)).toBe('401 session.required');
  await other.call(calls.profile);
});

test('ACCT-6 turned off, the password is enough, and the old app and recovery codes are gone', async () => {
  const { recoveryCodes } = await enrol(client, server.clock);
  await client.call(calls.endTwoFactor);
  await client.call(calls.endTwoFactor);
  expect(await logIn()).toBe(IN);
  expect(await client.call(calls.profile)).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
  await enrol(client, server.clock);
  expect(await logIn({ code: recoveryCodes[0] ?? '' })).toBe(NEEDED);
});

test('ACCT-6 an administrator resets it, which ends the sessions of the account and no other', async () => {
  const vera = await invited('vera');
  await enrol(vera.client, server.clock);
  expect(await client.call(at(calls.readAccount, vera.id))).toMatchObject({ twoFactor: true });
  expect(await vera.client.refusal(at(calls.resetTwoFactor, vera.id))).toBe('403 role.missing');
  await server.clock.advance(16 * MINUTE);
  expect(await client.refusal(at(calls.resetTwoFactor, vera.id))).toBe('403 proof.needed');
  await client.call(calls.giveProof, { body: { password: PASSWORD } });
  await client.call(at(calls.resetTwoFactor, vera.id));
  expect(await vera.client.refusal(calls.profile)).toBe('401 session.required');
  expect((await server.visitor().login('vera', PASSWORD)).status).toBe(200);
  expect(await client.call(at(calls.readAccount, vera.id))).toMatchObject({ twoFactor: false });
  expect(await client.refusal(at(calls.resetTwoFactor, 999_999))).toBe('404 account.unknown');
});

test('ACCT-6 a reset link keeps the second factor', async () => {
  const vera = await invited('vera');
  await enrol(vera.client, server.clock);
  const { url } = await client.call(at(calls.createAccountLink, vera.id));
  const password = 'another long password';
  await server.visitor().call(calls.acceptLink, { body: { token: url.split('#')[1] ?? '', password } });
  const body = new URLSearchParams({ username: 'vera', password });
  expect(await server.visitor().refusal(calls.login, { body, token: null })).toBe(NEEDED);
});

test('ACCT-6 a lost key of the secrets is said, and a recovery code still works', async () => {
  const { secret, recoveryCodes } = await enrol(client, server.clock);
  await using keyless = await startTestServer({
    db: server.db,
    now: server.clock.now(),
    sealer: createSealer(Buffer.alloc(32, 9)),
  });
  const by = () => keyless.visitor();
  expect(await logIn({ by: by(), code: codeAt(secret, server.clock.now()) })).toBe('503 secrets.unavailable');
  expect(await logIn({ by: by(), code: recoveryCodes[0] ?? '' })).toBe(IN);
});

async function invited(username: string): Promise<{ readonly id: number; readonly client: TestClient }> {
  const made = await client.call(calls.inviteAccount, {
    body: { username, role: 'viewer', partnerIds: null },
  });
  const token = made.inviteUrl.split('#')[1] ?? '';
  const visitor = server.visitor();
  await visitor.call(calls.acceptLink, { body: { token, password: PASSWORD } });
  await visitor.login(username, PASSWORD);
  return { id: made.id, client: visitor };
}
