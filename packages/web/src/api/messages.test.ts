/** A test's report and its PDF. */
import { afterEach, expect, it, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { generateTestPDF, getTestReport, testCsvAddress } from './messages.ts';

const LOGS = '/api/tests/sm/v1/deliverabilitytestlogs';
const busy = () => new Response('', { status: 503, headers: { 'Retry-After': '2' } });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('CALL-19 CALL-24 fetches the report of a test, or of one of its runs', async () => {
  const requests = stubFetch({ [`GET ${LOGS}/report`]: () => json({}) });
  await getTestReport(7);
  await getTestReport(7, { runId: 9 });
  expect(requests.map(({ url }) => url)).toEqual([
    `${LOGS}/report?testId=7`,
    `${LOGS}/report?testId=7&runId=9`,
  ]);
});

it('CALL-13 CALL-24 returns the PDF as a blob', async () => {
  const requests = stubFetch({ [`GET ${LOGS}/generate-pdf`]: () => new Response('%PDF-1.7') });
  expect(await (await generateTestPDF(7)).text()).toBe('%PDF-1.7');
  expect(requests.map(({ url }) => url)).toEqual([`${LOGS}/generate-pdf?id=7`]);
});

it('CALL-13 retries once if a busy server asks for it', async () => {
  vi.useFakeTimers();
  const answers = [busy(), new Response('%PDF-1.7')];
  const requests = stubFetch({ [`GET ${LOGS}/generate-pdf`]: () => answers.shift() ?? busy() });
  const made = generateTestPDF(7);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await made).text()).toBe('%PDF-1.7');
  expect(requests).toHaveLength(2);
});

it('CALL-13 fails if the server is still busy, and at once on any other error', async () => {
  vi.useFakeTimers();
  let requests = stubFetch({ [`GET ${LOGS}/generate-pdf`]: busy });
  const refused = expect(generateTestPDF(7)).rejects.toThrow('status: 503');
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
  expect(requests).toHaveLength(2);
  requests = stubFetch({ [`GET ${LOGS}/generate-pdf`]: () => new Response('', { status: 500 }) });
  await expect(generateTestPDF(7)).rejects.toThrow('status: 500');
  expect(requests).toHaveLength(1);
});

it('CALL-25 gives the URL of the export of all logs of a test', () => {
  expect(testCsvAddress(7)).toBe(`${LOGS}/export-csv?testId=7`);
});
