import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MediaFile } from '@textprobe/contract/media';
import { messageCalls, type Report } from '@textprobe/contract/messages';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answer, expectAccessible, expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { confirmedLog } from '../../testing/sample-logs.ts';
import { sampleReport } from '../../testing/sample-reports.ts';
import { json, stubFetch } from '../../testing/stub-fetch.ts';
import { ReportScreen } from './report-screen.tsx';

const PDF = `GET ${messageCalls.generatePdf.path}`;

async function openReport(report: Report, answers: Parameters<typeof stubFetch>[0] = {}) {
  const requests = stubFetch({ ...answer(messageCalls.report, report), ...answers });
  renderPart(<ReportScreen />, { route: '/test-report/:id', path: '/test-report/7' });
  await screen.findByRole('heading', { name: /^Test Executions/ });
  return requests;
}

/** The names of the files that the page hands to the browser as downloads. */
function recordDownloads(): string[] {
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  return names;
}

it('REPORT-10, CALL-24 a PDF is retried once when the server is busy', async () => {
  let calls = 0;
  await openReport(sampleReport(), {
    [PDF]: () => {
      calls += 1;
      return calls === 1 ? json({}, { status: 503, headers: { 'Retry-After': '0' } }) : new Response('%PDF-');
    },
  });
  const downloads = recordDownloads();
  fireEvent.click(screen.getByRole('button', { name: 'Export PDF' }));
  await waitFor(() =>
    expect(downloads).toEqual([expect.stringMatching(/^test-report-7-20\d\d-\d\d-\d\d\.pdf$/)]),
  );
  expect(calls).toBe(2);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('REPORT-10 a PDF that cannot be made says so, and the focus returns to its button', async () => {
  await openReport(sampleReport(), failure(messageCalls.generatePdf));
  const button = screen.getByRole('button', { name: 'Export PDF' });
  await userEvent.click(button);
  const alert = await screen.findByRole('alertdialog');
  expect(alert.textContent).toContain('Failed to export PDF. Please try again.');
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(document.activeElement).toBe(button));
  expectLogged(/Failed to export the PDF/);
});

function picture(name: string): MediaFile {
  return {
    url: `/api/media/${name}`,
    name,
    type: 'image/png',
    size: 1_200,
    width: 60,
    height: 60,
    originalUrl: null,
  };
}

it("REPORT-6 'View Media' where a picture fails to load", async () => {
  const mediaFiles = [picture('storefront.png'), picture('broken.png')];
  await openReport(sampleReport({ test: { messageType: 'MMS', mediaFiles } }));
  const row = (await screen.findByText('Media Attachments')).closest<HTMLElement>('tr');
  const attachments = within(row ?? document.body);
  expect(attachments.queryByText('View Media')).toBeNull();
  fireEvent.error(attachments.getByRole('img', { name: 'broken.png' }));
  expect(attachments.getByRole('link', { name: 'View Media' }).getAttribute('href')).toBe(
    '/api/media/broken.png',
  );
  expect(attachments.getByRole('img', { name: 'storefront.png' })).toBeDefined();
});

it('REPORT-6 shows the received files next to the sent ones', async () => {
  const [sent, lost] = [picture('one.png'), picture('two.png')];
  const { reception } = confirmedLog();
  const comparison = { outcome: 'transcoded', sent, difference: 0.023 } as const;
  await openReport(
    sampleReport({
      test: { messageType: 'MMS', mediaFiles: [sent, lost] },
      testLogs: [
        confirmedLog({
          reception: reception && {
            ...reception,
            missingMedia: [lost, null],
            media: [{ ...sent, name: 'IMG_0001.png', size: 900, comparison }],
          },
        }),
      ],
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: /, details$/ }));
  const arrived = await screen.findByRole('heading', { name: 'Files arrived (1)' });
  expect(screen.getByRole('heading', { name: 'Files sent (2)' })).toBeDefined();
  const side = arrived.parentElement?.textContent;
  expect(side).toContain('IMG_0001.png');
  expect(side).toContain('image/png · 900 bytes');
  expect(side).toMatch(/2(\.3)?% different in appearance/);
  expect(side).toContain('Did not arrive: two.png, a deleted file.');
  await expectAccessible();
});

it('REPORT-7 a report of 5,000 messages renders one page, with navigation', async () => {
  const testLogs = Array.from({ length: 5_000 }, (_, index) =>
    confirmedLog({
      testLogID: index + 1,
      ...(index < 120 && { verdict: 'lost', testActivityStatus: 'FAILED' }),
    }),
  );
  await openReport(
    sampleReport({ testLogs, testLogCount: 100_000, testDurations: [], testDurationLogIDs: [] }),
  );
  expect(screen.getByRole('heading', { name: 'Test Executions (100,000)' })).toBeDefined();
  expect(screen.getByText('The newest 5,000 are listed. Export CSV for all of them.')).toBeDefined();
  const openers = () => document.querySelectorAll('button[data-opener]');
  expect(openers()).toHaveLength(100);
  const pages = screen.getByRole('navigation', { name: 'Pages of messages' });
  expect(pages.textContent).toContain('1–100 of 5,000');
  fireEvent.click(within(pages).getByRole('button', { name: 'Page 50' }));
  await waitFor(() => expect(pages.textContent).toContain('4,901–5,000 of 5,000'));
  expect(openers()).toHaveLength(100);
  expect(location.search).toBe('?page=50');
  // A new filter starts at the first page.
  const verdicts = screen.getByRole('group', { name: 'Show executions by verdict' });
  fireEvent.click(within(verdicts).getByRole('button', { name: /^lost/ }));
  await waitFor(() => expect(pages.textContent).toContain('1–100 of 120'));
  expect(location.search).not.toContain('page=');
});
