/** OIDC_ONLY, and a provider that is not there. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { openSignOnWorld } from '../testing/sign-on-world.ts';
import { at } from '../testing/test-client.ts';
import { PASSWORD, USERNAME } from '../testing/test-server.ts';

/** More than the tests before need. */
const LOGINS_PER_MINUTE = 20;

const { server, provider, logIn } = await openSignOnWorld(
  { isOnly: true, partnerClaim: null },
  { limits: { loginsPerMinute: LOGINS_PER_MINUTE } },
);

test('ACCT-7 a provider that cannot be reached is a sentence at the login, and the next login tries again', async () => {
  const browser = server.visitor();
  provider.person = { sub: '1', email: 'ada@example.com', realm_access: { roles: ['sms-team'] } };
  await provider.stop();
  const started = await browser.send('GET', calls.startSignOn.path);
  expect([started.status, started.headers.get('location')]).toEqual([
    302,
    '/login?refused=unavailable&from=%2F',
  ]);
  await provider.start();
  expect(await logIn(browser)).toBe('/');
  expect(await browser.call(calls.authStatus)).toMatchObject({
    user: { username: 'ada@example.com', partnerIds: null },
  });
});

test('ACCT-7 OIDC_ONLY refuses passwords, links to choose one and requests for an account', async () => {
  const stranger = server.visitor();
  const response = await stranger.login(USERNAME, PASSWORD);
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({
      code: 'sign-on.only',
      detail: 'Passwords are turned off here. Everyone logs in with Acme SSO.',
    }),
  ]);
  for (const call of [calls.checkLink, calls.acceptLink, calls.requestAccount])
    expect(await stranger.refusal(call)).toBe('403 sign-on.only');

  const admin = server.visitor();
  expect(await admin.refusal(calls.inviteAccount)).toBe('401 session.required');
  provider.person = { sub: '2', preferred_username: 'bo', realm_access: { roles: ['sms-admins'] } };
  await logIn(admin);
  await logIn(admin, { proof: '1' });
  for (const call of [calls.inviteAccount, at(calls.createAccountLink, 1), at(calls.approveSignup, 1)])
    expect(await admin.refusal(call)).toBe('403 sign-on.only');
  const program = { username: 'exporter', role: 'viewer', partnerIds: null };
  expect(await admin.call(calls.createServiceAccount, { body: program })).toMatchObject({ service: true });
});

test('ACCT-7 a network that starts too many logins has to wait', async () => {
  const stranger = server.visitor();
  const statuses = [];
  for (let nth = 0; nth <= LOGINS_PER_MINUTE; nth += 1)
    statuses.push((await stranger.send('GET', calls.startSignOn.path)).status);
  expect(statuses.at(-1)).toBe(429);
  expect(await stranger.refusal(calls.finishSignOn)).toBe('429 rate.limited');
});
