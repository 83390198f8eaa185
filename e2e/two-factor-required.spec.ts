/** REQUIRE_TWO_FACTOR: a person without a second factor sets one up after the login. A separate program with this setting. */
import { TOTP } from 'otpauth';
import { expectAccessibleInBoth } from './axe.ts';
import { test as base, expect, expectNarrow, type WorkerFixtures } from './console.ts';
import { PASSWORD, startProgram, USERNAME } from './program.ts';

const test = base.extend<object, WorkerFixtures>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const program = await startProgram({ REQUIRE_TWO_FACTOR: 'administrators' });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('ACCT-6 where it is required, a login leads to the setup and nowhere else, and then to the screen that was asked for', async ({
  page,
}) => {
  await page.goto('/gateways');
  await page.getByLabel('Username').fill(USERNAME);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor login is required' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNarrow(page);
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: 'Two-factor login is required' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await page.getByRole('button', { name: 'Set up two-factor login' }).click();
  const secret = await page.getByRole('textbox', { name: 'Key, if you cannot scan' }).inputValue();
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
});
