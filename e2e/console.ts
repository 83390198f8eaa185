/**
 * The fixtures of browser tests: the running program, a page that fails its test on any breach of the content policy or
 * error in the browser's console, and a page already logged in.
 */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { PASSWORD, type Program, startProgram, USERNAME } from './program.ts';

export const test = base.extend<{ console: Page; complaints: string[] }, { program: Program }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ program }, use) => use(program.url),
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  complaints: async ({}, use) => use([]),
  page: async ({ page, complaints }, use) => {
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    });
    page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    await use(page);
    expect(complaints, 'nothing is complained of in the browser').toEqual([]);
  },
  console: async ({ page }, use) => {
    await logIn(page);
    await use(page);
  },
});

export { expect };

export async function logIn(page: Page, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(USERNAME);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/create-tests');
}

/** Nothing for axe to find, by WCAG 2.2 A and AA and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
  ).toEqual([]);
}
