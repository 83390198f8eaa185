/** Page object of the selected tests of the Tests list, and tests to select. */
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import type { World } from './console.ts';
import { ONCE_LATER } from './later-tests.ts';
import { makeTest, T, untilSettled } from './made-tests.ts';
import { makePlannedTest } from './planned-tests.ts';

/** The office of all tests created here. */
export const OFFICE = 'Chula Vista';

/** Unexecuted tests whose messages contain the word, oldest first. */
export async function plan(
  { request, ids }: World,
  word: string,
  count: number,
  content = ONCE_LATER as object,
) {
  const made: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const body = `${word} ${number}`;
    const { testId } = await makePlannedTest(request, ids, { from: [OFFICE], to: ['Avery'], body, content });
    made.push(testId);
  }
  return made as [number, ...number[]];
}

/** A test that has run. */
export async function run({ request, ids }: World, body: string): Promise<number> {
  const { testId } = await makeTest(request, ids, { from: [OFFICE], to: ['Avery'], body });
  await untilSettled(request, testId);
  await expect.poll(async () => (await readTest(request, testId))?.executionStatus).toBe('DELIVERED');
  return testId;
}

/** Null once it is deleted. */
export async function readTest(request: APIRequestContext, testId: number): Promise<Test | null> {
  const answer = await request.get(`${T}/deliverabilitytest/get?testId=${testId}`);
  return answer.status() === 404 ? null : ((await answer.json()) as Test);
}

export function box(page: Page, testId: number): Locator {
  return page.getByRole('checkbox', { name: `Select test ${testId}`, exact: true });
}

export function all(page: Page): Locator {
  return page.getByRole('checkbox', { name: 'Select all on this page' });
}

export function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'Selected tests' });
}

export function action(page: Page, name: string | RegExp): Locator {
  return bar(page).getByRole('button', { name, exact: true });
}

export function notice(page: Page): Locator {
  return page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) });
}

export function alert(page: Page): Locator {
  return page.getByRole('alertdialog');
}

/** Stops the page's clock: on a busy machine the ten seconds would pass between two clicks. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** The calls that change something, as `DELETE 12`. */
export function followWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (one) => {
    if (one.method() !== 'GET')
      writes.push(`${one.method()} ${new URL(one.url()).searchParams.get('testId')}`);
  });
  return writes;
}
