/**
 * Managing a gateway in the console: adding, testing, assigning, changing and removing it, and every error message. A
 * separate program, because the alert for a link that is down is on all screens.
 */
import type { Gateway } from '@textprobe/contract/gateways';
import { test } from './carrier-fixture.ts';
import { expect, expectComplaints, step } from './console.ts';
import {
  button,
  card,
  connectionResult,
  expectWrong,
  fillAccount,
  moreSettings,
  openNewGateway,
  openOffices,
  setting,
} from './gateway-form.ts';
import { makeTest, readDirectory, readReport } from './made-tests.ts';

test.describe.configure({ mode: 'serial' });

const MILWAUKEE = /^Milwaukee/;

test('adds a working gateway: tests a wrong and a correct password, saves, and is up within seconds', async ({
  console: page,
  carrier,
}) => {
  await page.goto('/gateways');
  await page.getByRole('link', { name: 'New gateway' }).click();
  await fillAccount(page, 'acme', carrier.port, 'wrong');
  await button(page, 'Test connection').click();
  await expect(connectionResult(page)).toContainText(
    'the password is wrong (ESME_RINVPASWD). Check “System ID” and password.',
  );
  await setting(page, 'password').fill('lab');
  await expect(connectionResult(page)).toBeEmpty();
  await button(page, 'Test connection').click();
  await expect(connectionResult(page)).toContainText(`Bound to 127.0.0.1:${carrier.port} as transceiver`);
  await button(page, 'Add gateway').click();
  await page.waitForURL('**/gateways');
  await expect(page.getByRole('status').getByText('acme is set up')).toBeVisible();
  // Polled while a link is not up, without a manual refresh.
  await expect(card(page, 'acme')).toContainText(/Up since \d\d\/\d\d\/\d{4}/);
  await expect(card(page, 'acme')).toContainText(`127.0.0.1:${carrier.port} as textprobe`);
});

test('assigns offices, individually and by client; the last assignment wins, and a gateway in use cannot be removed', async ({
  console: page,
  session,
  complaints,
}) => {
  await test.step('assigns offices, individually and by client, and their messages use the gateway', async () => {
    await page.goto('/gateways');
    await expect(card(page, 'acme')).toContainText('Used byno office');
    await page.getByRole('link', { name: 'Offices of acme' }).click();
    const offices = await openOffices(page, 'Offices');
    await offices.getByRole('option', { name: MILWAUKEE }).click();
    await page.keyboard.press('Escape');
    const clients = await openOffices(page, 'Clients (all their offices)');
    await clients.getByRole('option', { name: /^Bayview Dental .*3 offices$/ }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('form').getByRole('status')).toHaveText('4 offices will use acme');
    await button(page, 'Save').click();
    await page.waitForURL('**/gateways');
    await expect(card(page, 'acme')).toContainText('4 offices assigned');

    const ids = await readDirectory(session);
    const { testId } = await makeTest(session, ids, { from: ['Milwaukee'], to: ['Avery'] });
    const sentBy = async () =>
      (await readReport(session, testId)).testLogs.map(({ submission }) => submission.gateway);
    await expect.poll(sentBy).toEqual(['acme']);
    const received = async () => (await readReport(session, testId)).testLogs[0]?.receipt?.state;
    await expect.poll(received).toBe('delivered');
  });
  await test.step('an office that is assigned to another gateway says so, and the last assignment wins', async () => {
    await page.goto('/gateways');
    await page.getByRole('link', { name: 'Offices of carrier lab', exact: true }).click();
    const offices = await openOffices(page, 'Offices');
    await expect(offices.getByRole('option', { name: 'acme' })).toHaveCount(4);
    await offices.getByRole('option', { name: MILWAUKEE }).click();
    await page.keyboard.press('Escape');
    await button(page, 'Save').click();
    await page.waitForURL('**/gateways');
    await expect(card(page, 'acme')).toContainText('3 offices assigned');
  });
  await test.step('a gateway in use cannot be removed: the message says what to do, with a link', async () => {
    await page.goto('/gateways');
    await button(page, 'Remove acme').click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Remove the gateway “acme”?');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toContainText('“acme” is in use and can’t be removed.');
    await expect(dialog).toContainText('3 offices use it. Assign its offices to another gateway first');
    await expectComplaints(complaints, /status of 409/, /Failed to remove the gateway/);
    await dialog.getByRole('button', { name: 'Show its offices' }).click();
    await button(page, 'None').click();
    await expect(page.getByRole('form').getByRole('status')).toHaveText(
      '3 offices will use the default gateway',
    );
    await button(page, 'Save').click();
    await expect(card(page, 'acme')).toContainText('Used byno office');
  });
});

test('a change keeps the password unless the destination changes, and a removed gateway disappears at once', async ({
  console: page,
  session,
  complaints,
}) => {
  await test.step('a change keeps the password, but requires it again if the destination changes', async () => {
    const read = async () => {
      const all = (await (await session.get('/api/gateways')).json()) as Gateway[];
      return all.find(({ name }) => name === 'acme');
    };
    const before = await read();
    await page.goto('/gateways');
    await page.getByRole('link', { name: 'Edit acme' }).click();
    await expect(setting(page, 'password')).toHaveValue('');
    await expect(setting(page, 'password')).toHaveAccessibleDescription(
      /^Set on \d\d\/\d\d\/\d{4} .*Leave empty/,
    );
    await setting(page, 'window').fill('7');
    await button(page, 'Save changes').click();
    await page.waitForURL('**/gateways');
    const after = await read();
    expect(after?.settings).toEqual({ ...before?.settings, window: 7 });
    expect(after?.secrets).toEqual(before?.secrets);

    await page.getByRole('link', { name: 'Edit acme' }).click();
    await setting(page, 'host').fill('localhost');
    await button(page, 'Save changes').click();
    await expectWrong(page, 'password', /Enter it again: this change would send it to another destination\./);
    await expect(setting(page, 'password')).toBeFocused();
    await expect(setting(page, 'host')).toHaveValue('localhost');
    await expectComplaints(complaints, /status of 422/, /Failed to save the gateway/);
    await setting(page, 'password').fill('lab');
    await button(page, 'Test connection').click();
    await expect(connectionResult(page)).toContainText('Bound to localhost');
    await button(page, 'Save changes').click();
    await page.waitForURL('**/gateways');
    await expect(card(page, 'acme')).toContainText('localhost');
  });
  await test.step('a removed gateway disappears from the list at once', async () => {
    await page.goto('/gateways');
    await button(page, 'Remove acme').click();
    const dialog = page.getByRole('alertdialog');
    // Irreversible actions are never the default button.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(card(page, 'acme')).toBeHidden();
  });
});

test('tests a Messages API, and explains the refusal if callbacks are impossible', async ({
  console: page,
  carrier,
  complaints,
}) => {
  await openNewGateway(page);
  await page.getByRole('radio', { name: /^Messages API/ }).check();
  await setting(page, 'name').fill('provider');
  await setting(page, 'baseUrl').fill(carrier.api.baseUrl);
  await setting(page, 'accountSid').fill(carrier.api.accountSid);
  await setting(page, 'authToken').fill('wrong');
  await button(page, 'Test connection').click();
  await expect(connectionResult(page)).toContainText('Check “Account SID” and “Auth token”');
  await setting(page, 'authToken').fill('lab');
  await button(page, 'Test connection').click();
  await expect(connectionResult(page).locator('svg')).toHaveClass(/arrived/);
  await expect(page.getByRole('checkbox', { name: 'Default for MMS' })).not.toBeChecked();
  await button(page, 'Add gateway').click();
  await expect(page.getByRole('form').getByRole('alert')).toContainText('Set PUBLIC_URL and restart');
  await expectComplaints(complaints, /status of 409/, /Failed to save the gateway/);
});

test('every setting of each kind can be edited', async ({ console: page, session }) => {
  for (const kind of ['smpp', 'twilio'] as const) {
    await test.step(kind, async () => {
      const answer = await session.post('/api/gateways/test', {
        headers: { 'X-XSRF-TOKEN': await (await session.get('/api/csrf')).text() },
        data: { kind, settings: { nonsense: 1 } },
      });
      const { errors } = (await answer.json()) as { errors: { message: string }[] };
      const listed = errors
        .map(({ message }) => /the settings are ([\w, ]+)\./.exec(message)?.[1])
        .find(Boolean);
      const names = listed?.split(', ') ?? [];
      expect(names.length).toBeGreaterThan(5);
      await openNewGateway(page);
      if (kind === 'twilio') await page.getByRole('radio', { name: /^Messages API/ }).check();
      else await page.getByRole('checkbox', { name: 'Use TLS' }).check();
      await moreSettings(page).click();
      for (const name of names) await expect(setting(page, name), name).toBeVisible();
    });
  }
});

test('leaving asks about changes, editing cancels a connection test, and a gateway configured elsewhere cannot be edited', async ({
  console: page,
  carrier,
  session,
}) => {
  await test.step('closing a form with changes and Logout ask first; without changes they do not', async () => {
    await page.goto('/gateways');
    await page.getByRole('link', { name: 'New gateway' }).click();
    await setting(page, 'host').fill('smsc.example');
    await page.getByRole('link', { name: 'Cancel' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Leave without adding the gateway?');
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(setting(page, 'host')).toHaveValue('smsc.example');
    await button(page, 'Logout').click();
    await expect(dialog).toContainText('This discards the gateway that you have not saved.');
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await setting(page, 'host').fill('');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/gateways$/);
  });
  await step(page, 'editing settings cancels a connection test, whose result is not shown', async () => {
    const path = '/api/gateways/test';
    // The connection test never gets a response.
    await page.route(`**${path}`, () => {});
    await openNewGateway(page);
    await fillAccount(page, 'edited', carrier.port);
    // Canceled before it leaves the browser, a request fails without an event.
    const asked = page.waitForRequest(`**${path}`);
    await button(page, 'Test connection').click();
    await asked;
    await expect(connectionResult(page)).toContainText('Connecting');
    const canceled = page.waitForEvent('requestfailed', (request) => request.url().endsWith(path));
    await setting(page, 'host').fill('192.0.2.1');
    await canceled;
    await expect(connectionResult(page)).toBeEmpty();
    await expect(button(page, 'Test connection')).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/gateways');
  });
  await test.step('a gateway configured elsewhere says why it cannot be edited here', async () => {
    const all = (await (await session.get('/api/gateways')).json()) as Gateway[];
    const lab = all.find(({ name }) => name === 'carrier lab');
    await page.goto('/gateways');
    await expect(card(page, 'carrier lab').getByRole('button')).toHaveCount(0);
    await expect(card(page, 'carrier lab')).toContainText('its settings are managed outside the console');
    await page.goto(`/gateways/${lab?.id}`);
    await expect(page.getByRole('main').getByRole('status')).toContainText('Managed in the gateways file');
    await page.goto('/gateways/987654');
    await expect(page.getByText('Gateway not found.')).toBeVisible();
  });
});
