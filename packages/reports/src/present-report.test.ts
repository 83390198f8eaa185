/** The texts of the PDF pages that Typst renders from the sample reports. */
import { VERDICTS } from '@textprobe/domain/verdict';
import { expect, test } from 'vitest';
import { presentReport } from './present-report.ts';
import type { AnyReportLog, Report } from './report-data.ts';
import { readPages } from './testing/pdf-text.ts';
import {
  carrierLog,
  confirmedLog,
  filteredLogs,
  filteredReport,
  GENERATED,
  HARD_TEXT,
  mixedLogs,
  testReport,
} from './testing/sample-reports.ts';
import { openTypst } from './typst-compiler.ts';

const typst = openTypst();

async function pagesOf({ head, logs }: Report): Promise<string[]> {
  const all: AnyReportLog[] = [];
  for await (const batch of logs) all.push(...batch);
  return readPages(typst.render(presentReport(head, all)));
}

test('REPORT-7, REPORT-8 every execution is a row, with its delivery time or N/A', async () => {
  const pages = await pagesOf(testReport(mixedLogs(80)));
  const text = pages.join(' ');
  for (let id = 1_001; id <= 1_080; id += 1)
    expect(text).toContain(`${id} Acorn North Oak Street +12025550100`);
  expect(text).toMatch(/lost 11\/21\/2026 10:00:01 N\/A N\/A no receipt/);
  expect(text).toContain('≠ marks where carrier and handset disagree.');
  // The font draws ≠ as two glyphs, and the text extraction returns it for each.
  expect(text).toMatch(/delivered ≠+ accepted 10:00:01 receipt 10:00:03 no report ≠/);
});

test('REPORT-7 the executions that need attention are on page one, before the cards, if there are any', async () => {
  const pages = await pagesOf(testReport(mixedLogs(80)));
  expect(pages[0]).toMatch(
    /waiting 5 The message has not been sent yet\. What needs attention Log Carrier Office → Phone Verdict What happened 1066 AT&T Acorn North Oak Street → Phone 1, \+12025550201 rejected Invalid destination address \(11\) 1055 .* and 12 more, under Test Executions below/,
  );
  expect(pages.join(' ')).toMatch(/What needs attention .* Basic Information .* Test Executions \(80\)/);
  const confirmed = Array.from({ length: 3 }, () => confirmedLog());
  expect((await pagesOf(testReport(confirmed))).join(' ')).not.toContain('What needs attention');
});

test('REPORT-7 even the longest rows that need attention fit on page one, with every verdict in the legend, and a hint to the CSV', async () => {
  const long = 'The handset is unreachable or switched off, and the message expired at the SMSC';
  const submission = { ...confirmedLog().submission, error: long };
  const logs = VERDICTS.flatMap((verdict) =>
    Array.from({ length: 4 }, () =>
      confirmedLog({ verdict, office: long, phone: long, carrier: long, submission, reception: null }),
    ),
  );
  const pages = await pagesOf(testReport(logs, { logCount: 9_000 }));
  expect(pages[0]).toContain('and 16 more, under Test Executions below');
  expect(pages.join(' ')).toContain(
    `Showing the newest ${logs.length} of 9,000 messages; export the CSV for all.`,
  );
});

test('REPORT-4 long lists of names are truncated, with the number left out', async () => {
  const offices = Array.from({ length: 40 }, (_, index) => `Branch ${index}`);
  const text = (await pagesOf(testReport([], { offices }))).join(' ');
  expect(text).toContain('Branch 11 and 28 more');
  expect(text).not.toContain('Branch 12 ');
});

test('REPORT-6 media attachments are N/A for SMS, and an MMS without any says so', async () => {
  const sms = (await pagesOf(testReport([]))).join(' ');
  expect(sms).toContain('Media Attachments N/A');
  const mms = (await pagesOf(testReport([], { test: { messageType: 'MMS' } }))).join(' ');
  expect(mms).toContain('Media Attachments No Media Files Attached');
});

test('delays are counted in a chart, and a changed text is shown beside the sent one', async () => {
  const text = (await pagesOf(testReport(mixedLogs(11)))).join(' ');
  expect(text).toContain('Delays Messages by delay from submission to reception, on the server’s clock');
  expect(text).toContain('1–2 s 2–3 s 3–5 s 5–10 s 10–20 s');
  expect(text).toMatch(/Tschüß – grüß Gott 👋 #A0000000002.*Tsch\?\? - gr\?\? Gott \?\? #A0000000002/);
  expect(text).toContain(
    'Re-encoded: look-alikes: –→-; characters lost: ü→? (2 times), ß→? (2 times), 👋→??. Sender changed: seen as 32665',
  );
  expect(text).toContain('received, re-encoded');
});

test('the time within which 95% arrived is between the median and the slowest, if at least 20 were received', async () => {
  const figuresOf = async (count: number) => (await pagesOf(testReport(mixedLogs(count))))[0];
  expect(await figuresOf(80)).toContain('Median delay 2.5 s 95% within 1,000.0 s Slowest 1,000.0 s');
  expect(await figuresOf(20)).toContain('Median delay 2.5 s Slowest');
});

test('a report without messages is complete', async () => {
  const pages = await pagesOf(testReport([]));
  expect(pages.join(' ')).toContain('No messages yet.');
});

test('the row of an MMS reports missing and changed files, if any', async () => {
  const { reception } = confirmedLog();
  if (reception === null) throw new Error('nothing was received');
  const arrived = (outcome: 'damaged' | 'identical') => [{ comparison: { outcome } }];
  const damaged = confirmedLog({ reception: { ...reception, media: arrived('damaged'), missingMedia: [1] } });
  expect((await pagesOf(testReport([damaged]))).join(' ')).toContain('1 file missing, 1 damaged');
  const intact = confirmedLog({ reception: { ...reception, media: arrived('identical'), missingMedia: [] } });
  expect((await pagesOf(testReport([intact]))).join(' ')).not.toMatch(/\bfiles? (?:missing|damaged|recoded)/);
});

test('EVIDENCE-3 a report for the carrier shows the newest messages up to its limit, and says that there are more', async () => {
  const { log, ...rest } = carrierLog();
  const second = { ...rest, log: { ...log, testLogID: 1_000 } };
  const report = (limit: number): Report => ({
    head: { kind: 'carrier', generated: GENERATED, filters: [], withNames: false, limit },
    logs: (async function* () {
      yield [{ ...rest, log }, second];
    })(),
  });
  const capped = (await pagesOf(report(1))).join(' ');
  expect(capped).toContain('Only the newest 1 messages are shown; export the CSV for all.');
  expect(capped).toContain('Reference 1001');
  expect(capped).not.toContain('Reference 1000');
  const whole = (await pagesOf(report(2))).join(' ');
  expect(whole).not.toContain('Only the newest');
  expect(whole).toContain('Reference 1000');
});

test('text from carriers and handsets is shown, never executed', async () => {
  const code = '#panic("x") $y$ ] } \\ #sys.inputs';
  const log = confirmedLog({
    office: code,
    phone: code,
    carrier: code,
    sentText: code,
    submission: { outcome: 'accepted', at: null, error: code },
    reception: { at: null, text: code, comparison: 'altered', sender: null, senderComparison: null },
  });
  const text = (await pagesOf(testReport([log], { partners: [code] }))).join(' ').replaceAll(' ', '');
  expect(text.split(code.replaceAll(' ', '')).length - 1).toBeGreaterThanOrEqual(7);
});

test('a filtered list shows full texts, or the first 160 characters if there are more than 200 logs', async () => {
  const body = HARD_TEXT.repeat(2);
  const whole = (await pagesOf(filteredReport(filteredLogs(20, body)))).join(' ');
  expect(whole).not.toContain('Messages are shortened');
  const cut = await pagesOf(filteredReport(filteredLogs(201, body)));
  expect(cut.join(' ')).toContain('Messages are shortened to 160 characters; the CSV has the full texts.');
  expect(cut.join(' ')).toContain('…');
}, 60_000);

test('a filtered report lists its filters, or says that there are none', async () => {
  const filtered = (await pagesOf(filteredReport(filteredLogs(1), { messages: 5 }))).join(' ');
  expect(filtered).toContain('From 11/01/2026');
  expect(filtered).toContain('11/01/2026 to 11/30/2026');
  expect(filtered).toContain('98.1% · 1,200 messages');
  expect(filtered).toMatch(/How messages arrived.*Text identical 940 .*Re-encoded 41 .*Sender changed 12/);
  const all = (await pagesOf(filteredReport([], { filters: [] }))).join(' ');
  expect(all).toContain('All logs (no filters)');
});

test('REPORT-10 the report of a small test has its executions on the page, and no chart of fewer than five messages', async () => {
  const small = await pagesOf(testReport(mixedLogs(2), { test: { body: 'Hello' } }));
  expect(small).toHaveLength(2);
  expect(small.join(' ')).not.toContain('Delays');
  expect(small[1]).toMatch(/Test Executions \(2\) .*1002 .*1001 /);
  const five = await pagesOf(testReport([1, 2, 3, 4, 5].map((id) => confirmedLog({ testLogID: id }))));
  expect(five[0]).toContain('Delays');
  const filtered = await pagesOf(filteredReport(filteredLogs(4)));
  expect(filtered).toHaveLength(1);
  expect(filtered[0]).not.toContain('Delivery rate by day');
  expect(filtered[0]).toMatch(/Text identical 940 .*Logs \(4\)/);
});

test('REPORT-10 no page has a chart alone, however many messages there are', async () => {
  for (const pages of [
    await pagesOf(testReport(mixedLogs(60))),
    await pagesOf(filteredReport(filteredLogs(60))),
  ])
    for (const page of pages) expect(page.length).toBeGreaterThan(400);
});

test('Hebrew is set in a font without serifs', () => {
  const log = confirmedLog({ office: 'משרד ראשי' });
  const { head } = testReport([log], { test: { body: 'ההזמנה שלך מוכנה' } });
  const pdf = typst.render(presentReport(head, [log]));
  expect(Buffer.from(pdf).toString('latin1')).toContain('NotoSansHebrew');
});
