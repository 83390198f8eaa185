/** The page of a test phone (DIR-5). */
import { runProgram } from '@textprobe/domain/testing/child-program';
import { hold } from './analytics-screen.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, expectNarrow, test } from './console.ts';
import { picker, recipientsLine } from './create-form.ts';
import { makeEntry, openDirectory } from './directory-screen.ts';
import { idOf, makeTest } from './made-tests.ts';
import { PASSWORD } from './program.ts';

test('DIR-5 a phone’s page shows what it is, its days, its last messages and its keys, and sends a test to it', async ({
  console: page,
  settled: { request, ids },
}) => {
  // Its message is the newest, whatever other specs have sent.
  const { testId } = await makeTest(request, ids, { from: ['Oakland'], to: ['Avery'] });
  await openDirectory(page, 'phones', '?text=avery');
  await page.getByRole('link', { name: 'Avery' }).click();
  await page.waitForURL(`**/directory/phones/${idOf(ids.phones, 'Avery')}`);
  await expect(page.getByRole('heading', { name: 'Avery', level: 1 })).toBeFocused();
  const about = page.getByRole('region', { name: 'About this phone' });
  await expect(about).toContainText('+12135550181');
  await expect(about).toContainText('CarrierAT&T');
  await expect(about).toContainText('Handset: The phone reports what it received.');
  await expect(about).toContainText('Shared by all partners');
  await expect(about).toContainText(/last seen \d+.*battery/);
  await expect(page.getByRole('region', { name: 'Last 14 days' })).toContainText(
    /\d+ messages? in 14 days: \d+ of \d+ received/,
  );
  const messages = page.getByRole('region', { name: 'Last messages' });
  await expect(messages.getByRole('link').first()).toHaveAttribute(
    'href',
    new RegExp(`^/test-report/\\d+\\?log=\\d+$`),
  );
  await expect(messages.locator(`a[href^="/test-report/${testId}?"]`).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText(
    /carrier lab.*(last used|never used)/,
  );
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'Send a test to this phone' }).click();
  await expect(picker(page, 'Phone Numbers')).toContainText('Avery');
  await expect(page).toHaveURL(/\/create-tests$/);
  await expect(recipientsLine(page)).toBeVisible();
});

test('DIR-5 a viewer sees neither keys nor the button, and a retired phone says so', async ({
  page,
  program,
  session,
}) => {
  const id = await makeEntry(session, 'phones', {
    name: 'Old Moto',
    phoneNumber: '+12135550171',
    carrier: 'Verizon',
    evidence: 'receipt',
    partnerId: null,
  });
  const headers = { 'X-XSRF-TOKEN': await (await session.get('/api/csrf')).text() };
  await session.post(`/api/directory/phones/${id}/retire`, { headers });
  const settings = { DATA_DIR: program.dataDir, ADMIN_PASSWORD: PASSWORD };
  expect(await runProgram(['account', 'add', 'visitor of phones', 'viewer'], { settings })).toMatchObject({
    code: 0,
  });
  await page.goto('/login');
  await page.getByLabel('Username').fill('visitor of phones');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/tests');
  const release = await hold(page, '**/api/directory/phones/health');
  await page.goto(`/directory/phones/${id}`);
  await expect(page.getByRole('heading', { name: 'Old Moto', level: 1 })).toBeVisible();
  await expect(page.getByText('Retired', { exact: true })).toBeVisible();
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await expect(page.getByText('Not loaded yet')).toBeVisible();
  release();
  await expect(page.getByText('Never reported')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connection' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Send a test to this phone' })).toHaveCount(0);
});
