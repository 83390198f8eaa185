/**
 * The fixtures of browser tests: the running program, a page that fails its test on any content policy violation or console
 * error, a logged-in page, and a world of tests that specs share.
 */
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { keepProven } from './kept-proof.ts';
import { type DirectoryIds, makeTest, readDirectory, untilSettled } from './made-tests.ts';
import { PASSWORD, type Program, startProgram, USERNAME } from './program.ts';

/** Test data created once for all specs of a worker. */
export interface World {
  /** A session outside the browser. */
  readonly request: APIRequestContext;
  readonly ids: DirectoryIds;
  /** A test from Oakland and Berkeley to all nine phones, with every possible outcome. */
  readonly everyEnd: number;
}

/** The phones of the demo directory; specs that ran before may have added others. */
const PHONES = ['Avery', 'Blake', 'Casey', 'Devon', 'Emerson', 'Finley', 'Harper', 'Jordan', 'Kendall'];

export interface TestFixtures {
  readonly console: Page;
  readonly complaints: string[];
}

export interface WorkerFixtures {
  readonly program: Program;
  readonly session: APIRequestContext;
  readonly world: World;
  /** The same, after all its messages are final. */
  readonly settled: World;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  session: [
    async ({ playwright, program }, use) => {
      const request = await playwright.request.newContext({ baseURL: program.url });
      const answer = await request.post('/api/auth/sm/v1/login', {
        form: { username: USERNAME, password: PASSWORD },
      });
      expect(answer.status()).toBe(200);
      await use(request);
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ session: request }, use) => {
      const ids = await readDirectory(request);
      const { testId: everyEnd } = await makeTest(request, ids, {
        from: ['Oakland', 'Berkeley'],
        to: PHONES,
      });
      await use({ request, ids, everyEnd });
    },
    { scope: 'worker' },
  ],
  settled: [
    async ({ world }, use) => {
      await untilSettled(world.request, world.everyEnd);
      await use(world);
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
    // A list may be refetched at any moment, so ignore calls still in flight.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(unexpected(complaints), 'the browser console shows nothing else').toEqual([]);
  },
  // The session is shared, because logins are rate-limited. Tests that log out create their own.
  console: async ({ page, session }, use) => {
    await keepProven(session);
    const { cookies } = await session.storageState();
    await page.context().addCookies(cookies);
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

/** The expected console errors so far, by the complaints of the page. */
const expected = new WeakMap<readonly string[], readonly RegExp[]>();

function unexpected(complaints: readonly string[]): readonly string[] {
  const about = expected.get(complaints) ?? [];
  return complaints.filter((complaint) => !about.some((pattern) => pattern.test(complaint)));
}

/**
 * Waits until the browser's console has each of these errors, and fails on any other. An error reaches the test shortly after
 * its dialog, so this waits for it; repetitions by retries are allowed until the end of the test.
 */
export async function expectComplaints(complaints: string[], ...about: RegExp[]): Promise<void> {
  expected.set(complaints, [...(expected.get(complaints) ?? []), ...about]);
  for (const pattern of about) {
    await expect.poll(() => complaints).toContainEqual(expect.stringMatching(pattern));
  }
  expect(unexpected(complaints)).toEqual([]);
  // The next step of the test has to see its own.
  complaints.splice(0);
}

/** A step of a test. The responses that it modifies are the server's own again in the next step. */
export async function step(page: Page, title: string, body: () => Promise<void>): Promise<void> {
  await test.step(title, async () => {
    await body();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

/** Expects no horizontal scrolling, once the layout has settled at this width. */
export async function expectNarrow(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const { width } = page.viewportSize() ?? { width: 0 };
  await expect.poll(overhang, { message: `${page.url()} at ${width} px` }).toBeLessThanOrEqual(0);
}
