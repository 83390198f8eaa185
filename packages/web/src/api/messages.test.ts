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

it('CALL-19 CALL-24 asks for the report of a test, or of one of its runs', async () => {
  const asked = stubFetch({ [`GET ${LOGS}/report`]: () => json({}) });
  await getTestReport(7);
  await getTestReport(7, { runId: 9 });
  expect(asked.map(({ url }) => url)).toEqual([`${LOGS}/report?testId=7`, `${LOGS}/report?testId=7&runId=9`]);
});

it('CALL-13 CALL-24 answers the PDF as a blob', async () => {
  const asked = stubFetch({ [`GET ${LOGS}/generate-pdf`]: () => new Response('%PDF-1.7') });
  expect(await (await generateTestPDF(7)).text()).toBe('%PDF-1.7');
  expect(asked.map(({ url }) => url)).toEqual([`${LOGS}/generate-pdf?id=7`]);
});

it('CALL-13 asks a busy server once more, when it says so', async () => {
  vi.useFakeTimers();
  const answers = [busy(), new Response('%PDF-1.7')];
  const asked = stubFetch({ [`GET ${LOGS}/generate-pdf`]: () => answers.shift() ?? busy() });
  const made = generateTestPDF(7);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await made).text()).toBe('%PDF-1.7');
  expect(asked).toHaveLength(2);
});

it('CALL-13 gives up when the server is busy still, and at once on any other failure', async () => {
  vi.useFakeTimers();
  let asked = stubFetch({ [`GET ${LOGS}/generate-pdf`]: busy });
  const refused = expect(generateTestPDF(7)).rejects.toThrow('status: 503');
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
  expect(asked).toHaveLength(2);
  asked = stubFetch({ [`GET ${LOGS}/generate-pdf`]: () => new Response('', { status: 500 }) });
  await expect(generateTestPDF(7)).rejects.toThrow('status: 500');
  expect(asked).toHaveLength(1);
});

it('CALL-25 names where all logs of a test are exported from', () => {
  expect(testCsvAddress(7)).toBe(`${LOGS}/export-csv?testId=7`);
});
