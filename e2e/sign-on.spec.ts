/** Single sign-on at a real OpenID provider, which is another site for the browser. Separate programs with its settings. */
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdProvider,
  startOpenIdProvider,
} from '@textprobe/domain/testing/openid-provider';
import { another } from './accounts-screen.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { test as base, expect, expectComplaints, expectNarrow, type WorkerFixtures } from './console.ts';
import { startProgram, USERNAME } from './program.ts';

interface SignOnFixtures extends WorkerFixtures {
  readonly provider: OpenIdProvider;
}

const settingsFor = ({ issuer }: OpenIdProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_ROLE_MAP: 'sms-admins=administrator,sms-team=operator',
  OIDC_NAME: 'Acme SSO',
});

const test = base.extend<object, SignOnFixtures>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const provider = await startOpenIdProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ provider }, use) => {
      const program = await startProgram(settingsFor(provider));
      provider.acceptRedirectsTo(`${program.url}/api/auth/oidc/callback`);
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const button = (page: Page) => page.getByRole('link', { name: 'Log in with Acme SSO' });

test('ACCT-7 a login at the provider leads to the screen asked for, also after it has rotated its keys, and a logout back', async ({
  page,
  provider,
  browser,
  baseURL,
}) => {
  provider.person = { sub: '1', preferred_username: 'ada', name: 'Ada Lovelace', roles: ['sms-team'] };
  await page.goto('/tests');
  await expect(button(page)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNarrow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page).click();
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();

  provider.rotateKey();
  const other = await another(browser, baseURL);
  await other.goto('/settings/profile');
  await button(other).click();
  await expect(other.getByRole('cell', { name: 'With Acme SSO, without a password here.' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Password' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(button(other)).toBeVisible();
  await other.goto('/tests');
  await expect(button(other)).toBeVisible();
  await other.context().close();
});

test('ACCT-7 ACCT-9 a tab that closes itself proves a change, and continues an expired session, and nothing typed is lost', async ({
  page,
  provider,
  complaints,
}) => {
  provider.person = { sub: '2', preferred_username: 'bea', roles: ['sms-admins'] };
  await page.goto('/settings/accounts');
  await button(page).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Username').fill('carl');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in again to make this change' });
  await expect(dialog).toBeVisible();
  await expectAccessibleInBoth(page);
  const logInElsewhere = async (name: string) => {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name }).click();
    const tab = await opened;
    await expect.poll(() => tab.isClosed()).toBe(true);
  };
  await logInElsewhere('Log in again with Acme SSO');
  await expect(page.getByRole('dialog', { name: 'carl is invited' })).toBeVisible();
  await expectComplaints(complaints, /status of 403/);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('searchbox').fill('carl');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await logInElsewhere('Log in with Acme SSO');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue('carl');
  await expectComplaints(complaints, /status of 401/);
});

test('ACCT-7 a refused login says why on the login page', async ({ page, provider }) => {
  const expectRefused = async (sentence: string) => {
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(button(page)).toBeVisible();
  };
  provider.person = { sub: '3', preferred_username: 'dan', roles: ['visitors'] };
  await page.goto('/login');
  await button(page).click();
  await expectRefused('Acme SSO gives you no role here. Ask an administrator.');

  provider.person = { sub: '3', preferred_username: USERNAME, roles: ['sms-admins'] };
  await button(page).click();
  await expectRefused('An account with this name or email exists. Ask an administrator to link it.');

  provider.person = { sub: '3', preferred_username: 'dan', roles: ['sms-team'] };
  provider.hasExpiredCodes = true;
  await button(page).click();
  await expectRefused('This login has expired or was already used. Log in again.');
  provider.hasExpiredCodes = false;

  await page.request.get('/api/auth/oidc/start', { maxRedirects: 0 });
  await page.goto('/api/auth/oidc/callback?code=guessed&state=wrong');
  await expectRefused('This login has expired or was already used. Log in again.');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('ACCT-7 OIDC_ONLY leaves only the button', async ({ page, provider }) => {
  const PORT = String(await freePort());
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
  const program = await startProgram({ ...settingsFor(provider), OIDC_ONLY: '1', PORT, PUBLIC_URL });
  provider.acceptRedirectsTo(`${program.url}/api/auth/oidc/callback`);
  provider.person = { sub: '4', preferred_username: 'eva', roles: 'sms-team' };
  await page.goto(`${program.url}/login`);
  await expect(button(page)).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await button(page).click();
  await page.waitForURL('**/create-tests');
  await page.goto('about:blank');
  await program.stop();
});
