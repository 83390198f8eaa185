/** Pairing a phone, from its page to the report that proves it (PAIR-1, PAIR-2). */
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import { confirm } from './directory-screen.ts';
import { idOf } from './made-tests.ts';
import { makePairing, openPairScreen, proofLine, shownValue, startPairing } from './pair-screen.ts';

test('PAIR-1 PAIR-2 a phone is paired from its page: its browser is shown the settings once, and its report confirms it', async ({
  console: page,
  world: { ids },
  browser,
  baseURL,
  request,
}) => {
  // The carrier says delivered, and the lab's own phone reports nothing.
  const id = idOf(ids.phones, 'Emerson');
  await page.goto(`/directory/phones/${id}`);
  await page.getByRole('link', { name: 'Pair this phone' }).click();
  await expect(page.getByRole('heading', { name: 'Pair Emerson', level: 1 })).toBeFocused();
  await startPairing(page, 'Anything that can post');
  await expect(page.getByText(/once, to the first browser that opens it, within 10 minutes/)).toBeVisible();
  const link = await shownValue(page, 'Link').innerText();

  const phone = await browser.newPage({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 390, height: 844 },
  });
  const other = await browser.newPage();
  await phone.goto(link);
  await other.goto(link);
  await expect(phone).toHaveURL(/\/pair$/);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Show the settings' }).click();
  await expect(phone.getByRole('heading', { name: 'Settings for Emerson' })).toBeVisible();
  const key = await shownValue(phone, 'Key').innerText();
  const url = await shownValue(phone, 'URL').innerText();
  await expectAccessible(phone);
  await other.getByRole('button', { name: 'Show the settings' }).click();
  await expect(other.getByRole('alert')).toContainText('This link was already opened');
  await other.close();

  await expect(
    page.getByText(/^Shown on .*Chrome.* at \d\d:\d\d:\d\d\. If that was not you, end this pairing\.$/),
  ).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sending office' })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Send the text' }).click();
  await expect(proofLine(page, 'Sent')).toContainText(/\d\d:\d\d:\d\d/);
  await expect(proofLine(page, 'Carrier says delivered')).toContainText(/\d\d:\d\d:\d\d/);
  await page.getByText('Send it from another phone instead').click();
  const text = await shownValue(page, 'Text').innerText();
  const reported = await request.post(url, {
    headers: { Authorization: `Bearer ${key}` },
    data: { messageCode: `Textprobe pairing: ${text}` },
  });
  // It has no code of a message: the text alone confirms the pairing.
  expect(reported.status()).toBe(404);
  await expect(
    page.getByRole('heading', { name: 'This phone is paired: its reports arrive.' }),
  ).toBeVisible();
  await expect(proofLine(page, 'Reported by Emerson')).toContainText(/\d\d:\d\d:\d\d/);
  await expectAccessible(page);
  await phone.close();
  await page.getByRole('link', { name: 'Open the phone' }).click();
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('Paired');
});

test('PAIR-1 the screen names the setting without which no phone can connect, then shows a QR code, and finds the pairing again', async ({
  console: page,
  complaints,
  world: { ids },
}) => {
  await openPairScreen(page, idOf(ids.phones, 'Jordan'));
  await startPairing(page, 'httpSMS');
  await expect(page.getByRole('radiogroup', { name: 'Reports come from' })).toHaveAccessibleDescription(
    /Set PUBLIC_URL first\./,
  );
  await expectComplaints(complaints, /status of 422/, /Failed to begin the pairing/);
  await startPairing(page, 'Anything that can post');
  await expect(page.getByText(/^No phone can reach this console.*HOST=0\.0\.0\.0.*PUBLIC_URL/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Link with the settings/ })).toHaveCount(0);

  await page.route(/\/api\/pairings/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.text()).replace('"address":null', '"address":"https://textprobe.example"');
    await route.fulfill({ response, body: answer });
  });
  await page.reload();
  await page.getByRole('button', { name: 'New link' }).click();
  await expect(page.getByRole('img', { name: 'Link with the settings for Jordan' })).toBeVisible();
  await expect(page.getByText(/^No phone can reach this console/)).toHaveCount(0);

  await page.getByRole('button', { name: 'End this pairing' }).click();
  await confirm(page, 'End this pairing');
  await expect(page.getByText('Pairing ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start pairing' })).toBeVisible();
});

test('PAIR-2 the screen says that another key reported the text, and refuses a fourth text within an hour', async ({
  console: page,
  complaints,
  session,
  world: { ids },
}) => {
  // The lab's own phone reports the text, with a key that is not of this pairing.
  const id = idOf(ids.phones, 'Devon');
  const { pairing, url } = await makePairing(session, id);
  const opened = await session.post('/api/pair', { data: { code: new URL(url ?? '').hash.slice(1) } });
  expect(opened.status()).toBe(200);
  const headers = { 'X-XSRF-TOKEN': await (await session.get('/api/csrf')).text() };
  const data = { officeId: idOf(ids.offices, 'Oakland') };
  for (const _one of [1, 2, 3]) {
    const sent = await session.post(`/api/pairings/${pairing.id}/text`, { headers, data });
    expect(sent.status(), await sent.text()).toBe(200);
  }
  await openPairScreen(page, id);
  await expect(page.getByText(/^Another key or source reported the text at \d\d:\d\d:\d\d\./)).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(/^Limit reached: 3 pairing texts an hour to a number/)).toBeVisible();
  await expectComplaints(complaints, /status of 429/, /Failed to send the text/);
  await page.getByRole('button', { name: 'End this pairing' }).click();
  await confirm(page, 'End this pairing');
  await expect(page.getByRole('button', { name: 'Start pairing' })).toBeVisible();
});

test('PAIR-3 SMS Gateway for Android is set up by a form that shows each error in its field and says what it set', async ({
  console: page,
  complaints,
  session,
  world: { ids },
}) => {
  const id = idOf(ids.phones, 'Harper');
  const { pairing } = await makePairing(session, id, 'sms-gateway');
  await openPairScreen(page, id);
  await expect(
    page.getByText(/^SMS Gateway for Android posts to https only\. .* set PUBLIC_URL/),
  ).toBeVisible();
  await page.getByText('Set it up for me').click();
  const form = page.getByRole('form', { name: 'Set it up for me' });
  const address = form.getByLabel('Address of the phone');
  await address.fill('192.168.1.10:99999');
  await form.getByLabel('User').fill('sms');
  await form.getByLabel('Password').fill('secret');
  await form.getByRole('button', { name: 'Set it up' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/^The port must be/);
  await expectComplaints(complaints, /status of 422/, /Failed to set up the phone/);

  await page.route('**/set-up', (route) =>
    route.fulfill({ json: { pairing, set: ['Signing key', 'Ping every 5 minutes'] } }),
  );
  await address.fill('192.168.1.10:8080');
  await form.getByRole('button', { name: 'Set it up' }).click();
  await expect(form.getByRole('status')).toHaveText('Set in the app: Signing key, Ping every 5 minutes.');
});
