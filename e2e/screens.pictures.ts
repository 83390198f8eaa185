/** Screenshots of every screen, light, dark and phone-sized: `npm run screenshots`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { test as base, type World } from './console.ts';
import { makeTest, untilSettled } from './made-tests.ts';
import { makePlannedTest, picture, WEEKDAYS_SOON } from './planned-tests.ts';
import { PASSWORD, startProgram, USERNAME } from './program.ts';
import { PUBLIC_SCREENS, SCREENS, type ScreenState, SESSION_ENDED } from './screens.ts';

const FOLDER = process.env.TEXTPROBE_PICTURES ?? 'test-results/pictures';
/** A DATA_DIR with a year of messages, because statistics of one day would look empty. */
const YEAR = process.env.TEXTPROBE_YEAR ?? '';

const VARIANTS = [
  { variant: 'light', colorScheme: 'light', size: { width: 1440, height: 900 } },
  { variant: 'dark', colorScheme: 'dark', size: { width: 1440, height: 900 } },
  { variant: 'phone', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const;

/** A realistic list: tests of every kind, finished and in progress. */
const test = base.extend<object, { readonly lively: World; readonly yearUrl: string }>({
  lively: [
    async ({ world }, use) => {
      const { request, ids } = world;
      const all = [...ids.phones.keys()];
      const made = [
        await makeTest(request, ids, {
          from: ['Milwaukee'],
          to: ['Avery', 'Harper', 'Devon'],
          body: 'Your table is booked for {first_name} at 7 pm. See you soon!',
        }),
        await makeTest(request, ids, {
          from: ['Oakland'],
          to: all.slice(0, 5),
          body: 'Reminder 🦷 your cleaning is tomorrow at 9:30. Reply C to confirm.',
        }),
        await makeTest(request, ids, {
          from: ['Berkeley'],
          to: ['Avery'],
          body: '{company_name}: your results are ready. — {manager_first_name}',
        }),
      ];
      await makePlannedTest(request, ids, {
        from: ['Oakland', 'Berkeley'],
        to: ['Avery', 'Harper'],
        body: 'Good morning from {company_name}! We are open until 5 pm.',
        content: WEEKDAYS_SOON,
      });
      await makePlannedTest(request, ids, {
        from: ['Oakland'],
        to: ['Avery', 'Devon'],
        body: 'Our new front desk',
        content: { messageType: 'MMS' },
        files: [{ name: 'front-desk.png', mimeType: 'image/png', buffer: picture() }],
      });
      for (const { testId } of made) await untilSettled(request, testId);
      await untilSettled(request, world.everyEnd);
      await use(world);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  yearUrl: [
    async ({ program }, use) => {
      if (YEAR === '') return use(program.url);
      const year = await startProgram({ DATA_DIR: YEAR });
      await use(year.url);
      await year.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function take(context: BrowserContext, state: ScreenState, world: World): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const { variant, colorScheme, size } of VARIANTS) {
    // A separate tab, so that input of one screenshot does not become a draft in the next.
    const page = await context.newPage();
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await state.open(page, world);
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    const taken = await page.screenshot({ animations: 'disabled' });
    // Screens have few colors: a palette reduces a file to a third, without visible change.
    const small = await sharp(taken).png({ palette: true, effort: 10 }).toBuffer();
    await writeFile(join(FOLDER, `${state.name}-${variant}.png`), small);
    await page.close();
  }
}

function showsStatistics({ name }: ScreenState): boolean {
  return name.startsWith('analytics');
}

for (const screen of PUBLIC_SCREENS) {
  test(screen.name, async ({ page, lively }) => take(page.context(), screen, lively));
}

for (const screen of SCREENS.filter((one) => !showsStatistics(one))) {
  test(screen.name, async ({ console: page, lively }) => take(page.context(), screen, lively));
}

test(SESSION_ENDED.name, async ({ console: page, lively }) => take(page.context(), SESSION_ENDED, lively));

for (const screen of SCREENS.filter(showsStatistics)) {
  test(screen.name, async ({ browser, world, yearUrl }) => {
    const context = await browser.newContext({ baseURL: yearUrl });
    const form = { username: USERNAME, password: PASSWORD };
    await context.request.post('/api/auth/sm/v1/login', { form });
    await take(context, screen, world);
    await context.close();
  });
}
