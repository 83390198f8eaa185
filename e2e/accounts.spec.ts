/** Login, sign-up, logout and the session guard. */
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, logIn, step, test } from './console.ts';
import { PASSWORD, USERNAME } from './program.ts';

test('LOGIN-1, LOGIN-4 asks for username and password; a failure shows one text in a red box, and editing clears it', async ({
  page,
  complaints,
}) => {
  await test.step('LOGIN-1 asks for username and password, both required', async () => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Log In to Your Account' })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveAttribute('required');
    await expect(page.getByLabel('Password')).toHaveAttribute('required');
    await expectAccessible(page);
  });
  await test.step('LOGIN-1 looks the same after a redirect, which has loaded the console’s styles', async () => {
    const label = page.getByText('Username', { exact: true });
    const looks = () => label.evaluate((element) => getComputedStyle(element).font);
    await page.goto('/login');
    await expect(label).toBeVisible();
    const direct = await looks();
    await page.goto('/');
    await page.waitForURL('**/login');
    await expect(label).toBeVisible();
    expect(direct).toContain('14px');
    expect(direct).toContain('Inter');
    await expect.poll(looks).toBe(direct);
  });
  await test.step('LOGIN-4 failure shows one text in a red box, and editing clears it', async () => {
    await page.goto('/login');
    await page.getByLabel('Username').fill(USERNAME);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log In' }).click();
    const box = page.getByRole('alert');
    await expect(box).toHaveText('Invalid username or password. Please try again.');
    for (const part of ['color', 'background-color', 'border-top-color']) {
      const [red = 0, green = 0, blue = 0] = await box.evaluate(
        (element, name) => (getComputedStyle(element).getPropertyValue(name).match(/\d+/g) ?? []).map(Number),
        part,
      );
      expect(red, `${part} is red`).toBeGreaterThan(Math.max(green, blue) + 8);
    }
    await expectAccessible(page);
    await page.getByLabel('Password').press('End');
    await page.keyboard.type('!');
    await expect(box).toBeHidden();
    // The browser itself logs the expected 401.
    await expectComplaints(complaints, /status of 401/);
  });
});

test('LOGIN-3 a status check that fails in the guard of the first screen is reported, and the form can be resubmitted', async ({
  page,
  complaints,
}) => {
  await page.goto('/login');
  let checks = 0;
  await page.route('**/api/auth/sm/v1/status', (route) => {
    checks += 1;
    // The login screen asks first.
    return checks === 2 ? route.abort() : route.continue();
  });
  await page.getByLabel('Username').fill(USERNAME);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The server did not confirm the login. Check the connection and log in again.',
  );
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/create-tests');
  await expect(page.getByRole('heading', { name: 'Create Test', level: 1 })).toBeVisible();
  await expectComplaints(complaints, /ERR_FAILED/);
});

test("AUTH-4 shows 'Checking authentication...' and redirects to /login without a session, or when the check fails", async ({
  console: page,
  complaints,
}) => {
  await step(page, 'AUTH-4 a failed check, even with a valid session', async () => {
    await page.goto('/tests');
    await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
    await page.route('**/api/auth/sm/v1/status', (route) => route.abort());
    await page.goto('/tests');
    await page.waitForURL('**/login?from=*');
    await expectComplaints(complaints, /ERR_FAILED/);
  });
  await step(page, 'AUTH-4 without a session', async () => {
    await page.context().clearCookies();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/auth/sm/v1/status', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/tests');
    await expect(page.getByText('Checking authentication...')).toBeVisible();
    held.resolve();
    await page.waitForURL('**/login?from=*');
  });
});

/** An address of every screen in the router. */
const SCREENS = [
  '/',
  '/create-tests',
  '/tests',
  '/reports',
  '/test-report/1',
  '/update-test/1',
  '/gateways',
  '/gateways/new',
  '/gateways/1',
  '/gateways/1/offices',
  '/directory/partners',
  '/directory/clients',
  '/directory/offices',
  '/directory/phones',
  '/directory/phones/1',
  '/first-steps',
  '/settings/accounts',
  '/settings/handsets',
  '/no-such-screen',
];

test('AUTH-5 the index redirects to /create-tests, and every screen but login and sign-up needs a session', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.endsWith('/status')) asked.push(pathname);
  });
  for (const path of SCREENS) {
    await page.goto(path);
    // After a redirect from the index or from the first screen, login leads there anyway.
    await page.waitForURL(
      path === '/' || path === '/create-tests' ? '**/login' : `**/login?from=${encodeURIComponent(path)}`,
    );
    await expect(page.getByRole('heading', { name: 'Log In to Your Account' })).toBeVisible();
  }
  expect(asked, 'no call of a screen is made').toEqual([]);
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await logIn(page);
  await page.goto('/');
  await page.waitForURL('**/create-tests');
});

test('NAV-1 logo, Tests, Analytics and Logout', async ({ console: page }) => {
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('img', { name: 'Textprobe' })).toBeVisible();
  await nav.getByRole('link', { name: 'Tests', exact: true }).click();
  await page.waitForURL('**/tests');
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await nav.getByRole('link', { name: 'Analytics' }).click();
  await page.waitForURL('**/reports');
  await expectAccessible(page);
  await expect(nav.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('SIGNUP-1, SIGNUP-2, SIGNUP-3, SIGNUP-4 /signup asks for username, email and password twice, sends no request and leads to the login', async ({
  page,
}) => {
  await test.step('SIGNUP-1 /signup asks for username, email and password twice, all required, and links to the login', async () => {
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Create Your Account', level: 1 })).toBeVisible();
    const fields = page.locator('form input');
    await expect(fields).toHaveCount(4);
    for (const [index, [label, name, type]] of [
      ['Username', 'username', 'text'],
      ['Email', 'email', 'email'],
      ['Password', 'password', 'password'],
      ['Confirm Password', 'confirmPassword', 'password'],
    ].entries()) {
      const field = fields.nth(index);
      await expect(field).toHaveAccessibleName(label ?? '');
      await expect(field).toHaveAttribute('name', name ?? '');
      await expect(field).toHaveJSProperty('type', type);
      await expect(field).toHaveJSProperty('required', true);
    }
    // The browser blocks an empty form.
    await page.getByRole('button', { name: 'Create Account', exact: true }).click();
    await expect(page.getByLabel('Username')).toBeFocused();
    await expect(page).toHaveURL(/signup/);
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/login');
  });
  await test.step('SIGNUP-2 SIGNUP-3 SIGNUP-4 the form sends no request and navigates on', async () => {
    const asked: string[] = [];
    await page.goto('/signup');
    page.on('request', (request) => {
      if (request.method() !== 'GET') asked.push(request.url());
    });
    await page.getByLabel('Username').fill('someone');
    await page.getByLabel('Email').fill('someone@example.com');
    await page.getByLabel('Password', { exact: true }).fill('one');
    await page.getByLabel('Confirm Password').fill('two');
    await page.getByRole('button', { name: 'Google' }).click();
    await page.getByRole('button', { name: 'Facebook' }).click();
    await expect(page).toHaveURL(/signup/);
    await page.getByRole('button', { name: 'Create Account' }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('Passwords do not match!');
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/signup/);
    await page.getByLabel('Confirm Password').fill('one');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('**/login*');
    expect(asked).toEqual([]);
  });
});
