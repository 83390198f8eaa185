/**
 * A session that expires during work: a login dialog appears over the screen, and the refused request is retried. Each test
 * has its own session.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, logIn, step, test } from './console.ts';
import { createButton, fillIn, messageBox, openCreateTest } from './create-form.ts';
import { rows } from './list-screen.ts';
import { idOf, makeTest } from './made-tests.ts';
import { PASSWORD, USERNAME } from './program.ts';

const STATUS = '**/api/auth/sm/v1/status';

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Log in to continue' });
}

/** Logs in over HTTP, without the login screen. */
async function logInOverHttp(page: Page): Promise<void> {
  const answer = await page.request.post('/api/auth/sm/v1/login', {
    form: { username: USERNAME, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
}

/** Removes the session cookie, as if the session had expired. */
async function endSession(context: BrowserContext): Promise<void> {
  await context.clearCookies();
}

async function logInAgain(page: Page, password = PASSWORD): Promise<void> {
  await dialog(page).getByLabel('Password').fill(password);
  await dialog(page).getByRole('button', { name: 'Log In' }).click();
}

test('CALL-21 a 401 during work asks for a login over the screen, and the refused test is then created once', async ({
  page,
  context,
  complaints,
}) => {
  await logInOverHttp(page);
  await openCreateTest(page);
  await fillIn(page, 'Typed before the session ended');
  await endSession(context);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/deliverabilitytest/create')) keys.push(request.headers()['idempotency-key']);
  });
  await createButton(page).click();

  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByLabel('Username')).toHaveValue(USERNAME);
  await expect(dialog(page).getByLabel('Password')).toBeFocused();
  await expect(page.locator('textarea').first()).toHaveValue('Typed before the session ended');
  await expectAccessible(page);
  // Nothing works without a session, so the dialog stays.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();

  await logInAgain(page, 'not the password');
  await expect(dialog(page).getByRole('alert')).toHaveText('Invalid username or password. Please try again.');
  await expectAccessible(page);
  await logInAgain(page);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('alertdialog')).toContainText('Test created successfully!');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeDefined();
  expect(keys[1]).toBe(keys[0]);
  await expectComplaints(complaints, /status of 401/);
});

test('CALL-21 a screen’s reads resume after the login, and so do live events', async ({
  page,
  context,
  complaints,
  world,
}) => {
  await logInOverHttp(page);
  const office = idOf(world.ids.offices, 'Berkeley');
  await page.goto(`/tests?officeId=${office}`);
  await expect(rows(page).first()).toContainText('Bayview Dental');
  // By keyboard: a live event may open the dialog first, and a mouse click would then wait.
  await page.getByRole('button', { name: 'Refresh' }).focus();
  await endSession(context);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  // The screen stays unchanged behind the dialog.
  await expect(page.locator('tbody tr').first()).toContainText('Bayview Dental');
  await expect(page.getByText('No tests found')).toHaveCount(0);
  await logInAgain(page);
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/tests\\?officeId=${office}$`));
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
  await makeTest(world.request, world.ids, {
    from: ['Berkeley'],
    to: ['Avery'],
    body: 'Made after the login',
  });
  await expect(rows(page).filter({ hasText: 'Made after the login' })).toBeVisible();
  await expectComplaints(complaints, /status of 401/);
});

test('CALL-21 opening Gateways with an expired session asks for the password, and then shows them', async ({
  page,
  context,
  complaints,
}) => {
  await logInOverHttp(page);
  // The frame's own poll is not a visit of the screen.
  const response = page.waitForResponse('**/gateways');
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await response;
  // Before that, the end of the live stream would ask for the password over Tests.
  await page.route(
    '**/gateways',
    async (route) => {
      await endSession(context);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'Gateways' }).press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
  await logInAgain(page);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'carrier lab', exact: true })).toBeVisible();
  await expectComplaints(complaints, /status of 401/);
});

test('AUTH-4 the dialog can be left for the login page, which discards the input', async ({
  page,
  context,
  complaints,
}) => {
  await logInOverHttp(page);
  await openCreateTest(page);
  await messageBox(page).fill('Never mind');
  await endSession(context);
  await page.goto('/tests').catch(() => undefined);
  await expect(page).toHaveURL(/login/);
  await logInOverHttp(page);
  await openCreateTest(page);
  await fillIn(page, 'Never mind');
  await endSession(context);
  await createButton(page).click();
  await dialog(page)
    .getByRole('button', { name: /login page/ })
    .click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await expectComplaints(complaints, /status of 401/);
});

test('AUTH-4 a login in another tab is enough for this one', async ({ page, context, complaints }) => {
  await logInOverHttp(page);
  await openCreateTest(page);
  await fillIn(page, 'Two tabs');
  await endSession(context);
  await createButton(page).click();
  await expect(dialog(page)).toBeVisible();
  const other = await context.newPage();
  await logIn(other);
  await expect(page.getByRole('alertdialog')).toContainText('Test created successfully!');
  await expect(dialog(page)).toBeHidden();
  await expectComplaints(complaints, /status of 401/);
});

test('AUTH-4 a login as another user reloads the page and keeps nothing', async ({
  page,
  context,
  complaints,
}) => {
  await logInOverHttp(page);
  await openCreateTest(page);
  await fillIn(page, 'Not yours');
  await endSession(context);
  await createButton(page).click();
  await expect(dialog(page)).toBeVisible();
  let created = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/deliverabilitytest/create')) created += 1;
  });
  await page.route(STATUS, (route) =>
    route.fulfill({
      json: { authenticated: true, user: { id: 4711, username: 'somebody-else', role: 'operator' } },
    }),
  );
  await logInAgain(page);
  await expect(page.getByText('somebody-else')).toBeVisible();
  await expect(messageBox(page)).toHaveValue('');
  expect(created).toBe(0);
  await expectComplaints(complaints, /status of 401/);
});

test('AUTH-2 a logout in one tab names what another would lose, and sends it to /login with nothing kept', async ({
  page,
  context,
}) => {
  await logInOverHttp(page);
  await page.goto('/tests');
  await expect(rows(page).first()).toBeVisible();
  const other = await context.newPage();
  await openCreateTest(other);
  await messageBox(other).fill('In the other tab');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('This discards the test that you have not created in another tab.');
  await question.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
  expect(await other.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
});

test('AUTH-2 Logout asks before it discards an unsent draft, on the form and later', async ({ page }) => {
  const question = page.getByRole('alertdialog');
  await logInOverHttp(page);
  await openCreateTest(page);
  await fillIn(page, 'Half done');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(question).toContainText('Log out and discard unsent work?');
  await expect(question).toContainText('This discards the test that you have not created.');
  await expectAccessible(page);
  // Irreversible actions are never the default button.
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(messageBox(page)).toHaveValue('Half done');

  await page.getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(question).toContainText('the test that you have not created');
  await question.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('AUTH-2 Logout ends the session on the server and clears everything but the color scheme, even if the call fails or the session has expired', async ({
  page,
  context,
  complaints,
}) => {
  await test.step('everything but the color scheme', async () => {
    await logInOverHttp(page);
    await page.goto('/tests');
    const switcher = page.getByRole('button', { name: /; switch$/ });
    await switcher.click();
    await switcher.click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.evaluate(() => localStorage.setItem('left-behind', '1'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('left-behind'))).toBeNull();
    const answer = await page.request.get('/api/tests/sm/v1/partners');
    expect(answer.status()).toBe(401);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
  await step(page, 'to /login even if the call fails', async () => {
    await logInOverHttp(page);
    await page.goto('/tests');
    await page.route('**/api/auth/sm/v1/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expectComplaints(complaints, /ERR_FAILED/);
  });
  await test.step('an expired session asks for no login', async () => {
    await logInOverHttp(page);
    await openCreateTest(page);
    // Otherwise the form's idle loading would get a 401 and open the login dialog before the click on Logout.
    await page.waitForLoadState('networkidle');
    await endSession(context);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expect(page.getByRole('heading', { name: 'Log In to Your Account' })).toBeVisible();
    await expectComplaints(complaints, /status of 401/);
  });
});
