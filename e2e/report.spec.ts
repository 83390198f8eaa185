/** The Test Report: the test's properties. */
import type { Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { openReport, section, shown } from './report-screen.ts';

const PHONES = ['Avery', 'Blake', 'Casey', 'Devon', 'Emerson', 'Finley', 'Harper', 'Jordan', 'Kendall'];
const CARRIERS = ['AT&T', 'Verizon', 'T-Mobile'];

let report: Report;

test.beforeAll(async ({ world: { request, everyEnd } }) => {
  report = await untilSettled(request, everyEnd);
});

function facts(page: Page, card: string) {
  return section(page, card).getByRole('term');
}

test('REPORT-4, REPORT-5, REPORT-6 cards for basic information, timing, organization and phones, and a table of all fields', async ({
  console: page,
  world,
}) => {
  await test.step('REPORT-4 cards: basic information, timing, organization, test phones', async () => {
    await openReport(page, world.everyEnd);
    await expect(facts(page, 'Basic Information')).toHaveText([
      'Test Type',
      'Message Type',
      'Execution Status',
    ]);
    await expect(section(page, 'Basic Information').getByRole('definition')).toHaveText([
      'Immediate',
      'SMS',
      'Partially Delivered',
    ]);
    await expect(facts(page, 'Timing Information')).toHaveText(['Created', 'Last Updated', 'Scheduled For']);
    await expect(section(page, 'Timing Information').getByRole('definition')).toHaveText([
      shown(report.test.creationTimestamp),
      shown(report.test.updateTimestamp),
      'N/A',
    ]);
    await expect(facts(page, 'Organization')).toHaveText(['Partner', 'Clients', 'Offices']);
    await expect(section(page, 'Organization').getByRole('definition')).toHaveText([
      'Harbor Health Group',
      'Bayview Dental',
      'OaklandBerkeley',
    ]);
    const phones = section(page, 'Test Phone(s)');
    await expect(facts(page, 'Test Phone(s)')).toHaveText(['Receivers', 'Carriers']);
    await phones.getByRole('button', { name: 'Show 4 more' }).click();
    await expect(phones.getByRole('listitem')).toHaveText([...PHONES, ...CARRIERS]);
    await expect(section(page, 'Recurrence')).toHaveCount(0);
  });
  await test.step("REPORT-5 REPORT-6 'Detailed Test Information' shows each field with value and explanation", async () => {
    const detailed = page.getByRole('table', { name: 'Detailed Test Information' });
    await expect(detailed.getByRole('columnheader')).toHaveText(['Field', 'Value', 'Description']);
    const expected = [
      ['Test Type', 'Immediate'],
      ['Message Type', 'SMS'],
      ['Execution Status', 'Partially Delivered'],
      ['Message Content', 'Hi {first_name}, {company_name} opens at nine.'],
      ['Partner', 'Harbor Health Group'],
      ['Clients', 'Bayview Dental'],
      ['Offices', 'OaklandBerkeley'],
      ['Media Attachments', 'N/A'],
      ['Recurrence Rule', 'N/A'],
      ['Created', shown(report.test.creationTimestamp)],
      ['Last Updated', shown(report.test.updateTimestamp)],
      ['Scheduled For', 'N/A'],
    ] as const;
    await expect(detailed.getByRole('rowheader')).toHaveText(expected.map(([field]) => field));
    for (const [field, value] of expected) {
      const cells = detailed
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: field, exact: true }) })
        .getByRole('cell');
      await expect(cells.first()).toHaveText(value);
      await expect(cells.last()).not.toBeEmpty();
    }
  });
});
