/** The report for a carrier: as text, as CSV, and as PDF (EVIDENCE-3). */
import { calls } from '@textprobe/contract/calls';
import { insertRawReceipts } from '@textprobe/database/receipts/raw-receipts';
import { insertParts } from '@textprobe/database/receipts/submission-parts';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { expect, test } from 'vitest';
import { changeTest, makeMessage, makeTest } from '../../testing/messages.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { messageForCarrier, csvForCarrier, pdfForCarrier, exportLogs, generatePdf } = calls;
const RAW = 'id:8F3A01 sub:001 dlvrd:001 submit date:2611211000 done date:2611211000 stat:DELIVRD err:000';

const { server, client } = await openTestServer();
await server.db.insertInto('gateways').values({ name: 'Lab', kind: 'smpp', is_default: true }).execute();
await server.db
  .insertInto('gateway_accounts')
  .values({ account: 'smsc.example:2775 textprobe', gateway_id: 1, is_current: true })
  .execute();

/** A received message of two parts with a receipt, and a rejected one. */
async function makeBoth() {
  const at = server.clock.now();
  const made = await makeTest(server.db, at);
  const body = `Hello ${'long'.repeat(30)}`;
  await changeTest(server.db, made.testId, { body });
  const received = await makeMessage(server.db, { ...made, at }, 'received');
  const rejected = await makeMessage(server.db, { ...made, at }, 'rejected');
  const message = { id: received.id, createdAt: at };
  const receipt = {
    gatewayId: 1,
    providerId: '8F3A01',
    idVariants: ['8f3a01'],
    recipient: '+12025550200',
    state: receiptStateRank('delivered'),
    error: null,
    at: at + 3_000,
    raw: RAW,
  };
  await server.db.transaction().execute(async (tx) => {
    await insertParts(
      tx,
      ['8f3a01', '8f3a02'].map((providerId, index) => ({
        message,
        part: index + 1,
        parts: 2,
        gatewayId: 1,
        providerId,
        receiptState: receipt.state,
        receiptAt: receipt.at,
        receiptError: null,
      })),
    );
    await insertRawReceipts(tx, [{ receipt, message }]);
  });
  return { ...made, body, received, rejected, at };
}

test('EVIDENCE-3 a carrier gets its ids, the account, numbers, both clocks, errors, raw receipts and both texts', async () => {
  const { received, rejected, body, at } = await makeBoth();
  const { text, fields } = await client.call(messageForCarrier, { query: { testLogID: received.id } });
  const utc = (ms: number) => new Date(ms).toISOString();
  expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toMatchObject({
    Reference: String(received.id),
    'Message ID': '8f3a01 8f3a02',
    Account: 'smsc.example:2775 textprobe',
    From: '+12025550100',
    To: '+12025550200',
    'Phone carrier': 'AT&T',
    Type: 'SMS, 1 segment, GSM-7',
    'Submitted UTC': utc(at + 1_000),
    'Your answer': 'accepted',
    'Your receipt': 'delivered',
    'Receipt UTC': utc(at + 3_000),
    'Received UTC': utc(at + 3_500),
    Seconds: '2.500',
    'Text sent': `${body} #${received.code}`,
    'Raw receipts': RAW,
  });
  expect(text).toContain(`Message ID: 8f3a01 8f3a02\nAccount: smsc.example:2775 textprobe\n`);
  expect(text).toContain(`Raw receipts:\n${RAW}`);
  expect(text).not.toMatch(/Partner|Client|Office/);

  const refused = await client.call(messageForCarrier, { query: { testLogID: rejected.id } });
  expect(refused.text).toContain('Your answer: refused\nAnswer error: Invalid destination address');
  expect(refused.text).not.toContain('Received');
  expect(await client.refusal(messageForCarrier, { query: { testLogID: 999_999 } })).toBe('404 log.unknown');
});

test('EVIDENCE-3 the CSV for a carrier has the chosen messages, and names partner, client and office only on request', async () => {
  const { testId, runId, received, rejected } = await makeBoth();
  const read = async (query: Record<string, string | number>) => {
    const answer = await client.send('GET', csvForCarrier.path, { query });
    expect(answer.headers.get('content-disposition')).toMatch(/"carrier-report-\d+-\d{4}-\d\d-\d\d\.csv"$/);
    const [heading = '', ...rows] = (await answer.text()).trimEnd().split('\r\n');
    return { heading, ids: rows.map((row) => Number(row.split(',')[0])) };
  };
  const all = await read({ testId });
  expect(all.ids).toEqual([rejected.id, received.id]);
  expect(all.heading).not.toContain('Partner');
  expect((await read({ testId, runId, verdict: 'rejected', names: 'true' })).ids).toEqual([rejected.id]);
  expect((await read({ testId, names: 'true' })).heading).toMatch(/,Partner,Client,Office$/);
  expect((await read({ testId, runId: runId + 1 })).ids).toEqual([]);
  const lonely = await client.send('GET', csvForCarrier.path, { query: { runId } });
  expect(lonely.status).toBe(400);
  expect(await lonely.text()).toContain('Send testId too');
});

test('EVIDENCE-3 the PDF for a carrier can be copied without invisible characters, and shows nothing that is empty', async () => {
  const { testId, received, body } = await makeBoth();
  const { text, disposition } = await readPdf(client, pdfForCarrier, { testId });
  expect(disposition).toMatch(/"carrier-report-\d+-\d{4}-\d\d-\d\d\.pdf"$/);
  expect(text).not.toMatch(/[\u200b\ufdd0]/);
  expect(text.replaceAll(' ', '')).toContain(`${body}#${received.code}`.replaceAll(' ', ''));
  for (const shown of ['8f3a01 8f3a02', 'stat:DELIVRD', 'Invalid destination address', 'Answer error']) {
    expect(text).toContain(shown);
  }
  // Neither message has files, and none of the names are asked for.
  expect(text).not.toMatch(/\bFiles\b|Partner|N\/A/);
});

test('EVIDENCE-3 the usual exports carry the provider ids and UTC too', async () => {
  const { testId, at } = await makeBoth();
  const csv = await (await client.send('GET', exportLogs.path, { query: { testId } })).text();
  expect(csv).toMatch(/,Provider IDs,Sent UTC,Receipt At UTC,Confirmed At UTC,/);
  expect(csv).toContain(`,8f3a01 8f3a02,${new Date(at + 1_000).toISOString()},`);
  expect((await readPdf(client, generatePdf, { id: testId })).text).toContain('ID 8f3a01 8f3a02');
});
