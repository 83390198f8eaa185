/** The screens of the console in their important states, and how to open each, for tests and screenshots. */
import { expect, type Page } from '@playwright/test';
import { openAnalytics, overlay } from './analytics-screen.ts';
import type { World } from './console.ts';
import { chooseFiles, createButton, fillIn, mediaRow, messageBox, openCreateTest } from './create-form.ts';
import { act, openDirectory, rowOf } from './directory-screen.ts';
import { fillAccount, openNewGateway, openOffices } from './gateway-form.ts';
import { openTests, rows } from './list-screen.ts';
import { idOf } from './made-tests.ts';
import { makePairing, openPairScreen, shownValue } from './pair-screen.ts';
import { makePlannedTest, picture, WEEKDAYS_SOON } from './planned-tests.ts';
import { execution, openExecution, openReport } from './report-screen.ts';
import { openSeveral, sumLine, textBox } from './several-form.ts';

export interface ScreenState {
  /** Also the file name of its screenshot. */
  readonly name: string;
  /** The page title. */
  readonly title: RegExp;
  readonly open: (page: Page, world: World) => Promise<void>;
}

/** Screens that need no session. */
export const PUBLIC_SCREENS: readonly ScreenState[] = [
  {
    name: 'login',
    title: /^Log in · Textprobe$/,
    open: async (page) => {
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    },
  },
  {
    name: 'signup',
    title: /^Create account · Textprobe$/,
    open: async (page) => {
      await page.goto('/signup');
      await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    },
  },
  {
    name: 'pair-link',
    title: /^Pair a phone · Textprobe$/,
    open: async (page) => {
      await page.goto('/pair#code');
      await expect(page.getByRole('button', { name: 'Show the settings' })).toBeVisible();
    },
  },
];

/** Screens that need a session. */
export const SCREENS: readonly ScreenState[] = [
  {
    name: 'create-test',
    title: /^Create Test · Textprobe$/,
    open: async (page) => {
      await openCreateTest(page);
      await fillIn(page, 'Hi');
      await messageBox(page).fill(
        'Hi {first_name} 👋 {company_name} has moved your visit to 9:30. Reply C to confirm.',
      );
    },
  },
  {
    name: 'create-test-mms',
    title: /^Create Test · Textprobe$/,
    open: async (page) => {
      await openCreateTest(page);
      await fillIn(page, 'Hi');
      await messageBox(page).fill('Hi {first_name}, this is our new front desk. Park behind the building!');
      await page.getByRole('radio', { name: 'MMS' }).check();
      await chooseFiles(page, { name: 'front-desk.png', mimeType: 'image/png', buffer: picture() });
      await expect(mediaRow(page, 'front-desk.png')).toBeVisible();
    },
  },
  {
    name: 'create-test-recurring',
    title: /^Create Test · Textprobe$/,
    open: async (page) => {
      await openCreateTest(page);
      await fillIn(page, 'Hi');
      await messageBox(page).fill('Good morning from {company_name}! We are open until 5 pm.');
      await page.getByRole('radio', { name: 'Recurring' }).check();
      await page.getByLabel('Frequency').selectOption('Weeks');
      for (const day of ['Monday', 'Wednesday', 'Friday'])
        await page.getByRole('checkbox', { name: day }).click();
      const next = page.getByRole('region', { name: 'Next occurrences' });
      await expect(next.getByRole('listitem')).toHaveCount(10);
      // Not the figures from before the date filter was set.
      await expect(next).not.toContainText(/Sat|Sun|Tue|Thu/);
      await page.getByLabel('End Date').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'create-several',
    title: /^Create several tests · Textprobe$/,
    open: async (page) => {
      await openSeveral(page);
      await page.getByRole('radio', { name: 'CSV' }).check();
      await textBox(page).fill(
        [
          'message,office,phone,time',
          '"Hi {first_name}, your visit is at 9:30.",Oakland,,2099-11-30 09:30',
          'Good morning from {company_name}!,Oakland;Berkeley,Verizon,',
          'Your table is booked.,Nowhere,Avery,',
        ].join('\n'),
      );
      await expect(sumLine(page)).toContainText('2 of 3 tests are ready');
    },
  },
  {
    name: 'tests',
    title: /^Tests · Textprobe$/,
    open: async (page) => {
      await openTests(page);
      await expect(rows(page).first().getByRole('cell').nth(5)).not.toHaveText('');
    },
  },
  {
    name: 'test-report',
    title: /^Test Report .*· Textprobe$/,
    open: (page, world) => openReport(page, world.everyEnd),
  },
  {
    name: 'test-report-message',
    title: /^Test Report .*· Textprobe$/,
    open: async (page, world) => {
      await openReport(page, world.everyEnd);
      const row = execution(page, 'Oakland', 'Jordan');
      await openExecution(page, row);
      await row.evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'update-test',
    title: /^Update Test · Textprobe$/,
    open: async (page, { request, ids }) => {
      const { testId } = await makePlannedTest(request, ids, {
        from: ['Oakland'],
        to: ['Avery', 'Harper'],
        body: 'Good morning from {company_name}! We are open until 5 pm.',
        content: WEEKDAYS_SOON,
      });
      await page.goto(`/update-test/${testId}`);
      await expect(page.getByRole('button', { name: 'Update Test' })).toBeVisible();
    },
  },
  {
    name: 'gateways',
    title: /^Gateways · Textprobe$/,
    open: async (page) => {
      await page.goto('/gateways');
      await expect(page.getByRole('heading', { name: 'carrier lab', exact: true })).toBeVisible();
    },
  },
  {
    name: 'gateway-new',
    title: /^New gateway · Textprobe$/,
    open: async (page) => {
      await openNewGateway(page);
      await fillAccount(page, 'acme', 2775);
    },
  },
  {
    name: 'gateway-offices',
    title: /^Offices of carrier lab · Textprobe$/,
    open: async (page) => {
      await page.goto('/gateways');
      await page.getByRole('link', { name: 'Offices of carrier lab', exact: true }).click();
      await openOffices(page, 'Offices');
    },
  },
  {
    name: 'directory-offices',
    title: /^Offices · Textprobe$/,
    open: async (page) => {
      await openDirectory(page, 'offices');
      await expect(rowOf(page, 'Oakland')).toBeVisible();
    },
  },
  {
    name: 'directory-phone',
    title: /^Phones · Textprobe$/,
    open: async (page) => {
      await openDirectory(page, 'phones');
      await act(page, 'Avery', 'Edit');
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Avery');
    },
  },
  {
    name: 'phone',
    title: /^Avery · Textprobe$/,
    open: async (page, { ids }) => {
      await page.goto(`/directory/phones/${idOf(ids.phones, 'Avery')}`);
      await expect(
        page.getByRole('region', { name: 'Last messages' }).getByRole('link').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'pair-phone',
    title: /^Pair Kendall · Textprobe$/,
    open: async (page, { request, ids }) => {
      const id = idOf(ids.phones, 'Kendall');
      await makePairing(request, id);
      await openPairScreen(page, id);
      await page.getByRole('button', { name: 'New link' }).click();
      await page.getByRole('button', { name: 'Show the settings here' }).click();
      await expect(shownValue(page, 'Key')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send the text' })).toBeVisible();
      await expect(page.getByRole('listbox')).toBeHidden();
    },
  },
  {
    name: 'first-steps',
    title: /^First steps · Textprobe$/,
    open: async (page) => {
      await page.goto('/first-steps');
      await expect(page.getByRole('heading', { name: '4. Send the first test' })).toBeVisible();
    },
  },
  {
    name: 'profile',
    title: /^Profile · Textprobe$/,
    open: async (page) => {
      await page.goto('/settings/profile');
      await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This session')).toBeVisible();
    },
  },
  {
    name: 'handset-keys',
    title: /^Handset keys · Textprobe$/,
    open: async (page) => {
      await page.goto('/settings/handsets');
      const keys = page.getByRole('table', { name: 'Handset keys' });
      await expect(keys.getByRole('link', { name: 'Avery' }).first()).toBeVisible();
    },
  },
  {
    name: 'analytics',
    title: /^Reports and Analytics · Textprobe$/,
    open: async (page) => {
      await openAnalytics(page);
      await expect(page.getByRole('img', { name: /^Delivery rate: \d/ })).toBeVisible();
    },
  },
  {
    name: 'analytics-trend',
    title: /^Reports and Analytics · Textprobe$/,
    open: async (page) => {
      await page.goto('/reports');
      await page.getByRole('tab', { name: 'Delivery Trend' }).click();
      await expect(page.getByRole('heading', { name: 'Message deliverability over time' })).toBeVisible();
      await expect(overlay(page)).toBeHidden();
      await expect(page.locator('canvas').first()).toBeVisible();
    },
  },
];

/** The login dialog over a form that was just submitted. The browser logs the 401. */
export const SESSION_ENDED: ScreenState = {
  name: 'session-ended',
  title: /^Create Test · Textprobe$/,
  open: async (page) => {
    await openCreateTest(page);
    await fillIn(page, 'Hi {first_name}, see you at 9:30.');
    await page.route('**/deliverabilitytest/create', (route) => route.fulfill({ status: 401, body: '' }));
    await createButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Log in to continue' })).toBeVisible();
  },
};
