/** Messages that were never sent: listed separately in PDFs and CSV, and left out of every rate. */
import { calls } from '@textprobe/contract/calls';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { beforeEach, expect, test } from 'vitest';
import { changeTest, makeMessages } from '../../testing/messages.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { generatePdf, generateFilteredPdf, exportLogs } = calls;

const { server, client } = await openTestServer();
await server.db.insertInto('gateways').values({ name: 'Lab', kind: 'smpp', is_default: true }).execute();
beforeEach(async () => {
  await server.db.deleteFrom('messages').execute();
  await server.db.deleteFrom('tests').execute();
});

const make = (...outcomes: Parameters<typeof makeMessages>[2]) =>
  makeMessages(server.db, server.clock.now(), outcomes);

async function readText(call: Parameters<typeof readPdf>[1], query: Parameters<typeof readPdf>[2]) {
  return (await readPdf(client, call, query)).text;
}

/** One that arrived, one that was refused, one of unknown outcome, and two that were never sent. */
const SOME = ['received', 'rejected', 'unknown', 'not sent', 'not sent'] as const;
/** One received of two with a known outcome. */
const HALF = '50% 1 received ÷ 2 known outcomes';
/** The handset did not report its sender. */
const NONE = '– Nothing reported in full; 1 not reported';

test('GUARD-8 the PDF of a test counts unsent messages apart from the rate, and marks each of them', async () => {
  const { testId, ids } = await make(...SOME);
  const text = await readText(generatePdf, { id: testId });
  expect(text).toContain(
    `Delivery rate ${HALF} Unaltered rate ${NONE} Messages 5 In progress 0 Unknown 1 Not sent 2 `,
  );
  expect(text).toContain(
    'Messages that are in progress, were never sent or have no known outcome are in neither.',
  );
  expect(text).toContain('not sent 2 The message expired before we could send it to the carrier');
  const rows = ids
    .slice(3)
    .map((id) => new RegExp(`\\b${id} Acorn North .{40,80} AT&T Failed not sent N/A N/A N/A`));
  for (const row of rows) expect(text).toMatch(row);
  const other = await make('received', 'rejected');
  expect(await readText(generatePdf, { id: other.testId })).not.toMatch(/not sent/i);
});

test("GUARD-8 the PDF of a test with only unsent messages says Failed, 'not sent', and has no rate", async () => {
  const { testId } = await make('not sent', 'not sent', 'not sent');
  await changeTest(server.db, testId, { execution_status: 'FAILED', status_reason: 'not sent' });
  const text = await readText(generatePdf, { id: testId });
  expect(text).toMatch(
    /Failed Delivery rate – No known outcomes Unaltered rate – Nothing reported in full Messages 3 .*Not sent 3/,
  );
  expect(text).toContain('Execution Status Failed not sent');
});

test('GUARD-8 the PDF of a filter counts unsent messages apart from every rate', async () => {
  await make(...SOME);
  await rebuildRollups(server.db);
  const text = await readText(generateFilteredPdf, {});
  expect(text).toContain(`Delivery rate ${HALF} Unaltered rate ${NONE} Messages 5 Received 1 `);
  expect(text).toContain('In progress 0 Unknown 1 Not sent 2 ');
  expect(text).toContain('AT&T 50% · 5 messages');
  expect(text).toMatch(/How messages arrived .*Text identical 1 Not sent 2/);
  expect(text.match(/AT&T Failed not sent N\/A N\/A/g)).toHaveLength(2);
  const onlyThese = await readText(generateFilteredPdf, { finding: 'not sent' });
  expect(onlyThese).toMatch(
    /Delivery rate – No known outcomes Unaltered rate – Nothing reported in full Messages 2 .*Not sent 2 .*Logs \(2\)/,
  );
  expect(await readText(generateFilteredPdf, { status: 'RECEIVED' })).not.toMatch(/not sent/i);
});

test('GUARD-8 the CSV marks each unsent message, and lists no other when filtered by that', async () => {
  const { ids } = await make(...SOME);
  const read = async (query: Record<string, string>) => {
    const text = await (await client.send('GET', exportLogs.path, { query })).text();
    const [heading = '', ...rows] = text.trimEnd().split('\r\n');
    const names = heading.split(',');
    const wanted = ['Log ID', 'Status', 'Sent', 'Received', 'Verdict', 'Submission', 'Receipt', 'Finding'];
    return rows.map((row) => {
      const cells = row.split(',');
      // A byte order mark precedes the first heading.
      return wanted.map((name) => cells[names.findIndex((one) => one.endsWith(name))]);
    });
  };
  const unsent = (id: number | undefined) => [
    String(id),
    'FAILED',
    '',
    '',
    'not sent',
    'expired',
    'none',
    'not sent',
  ];
  const all = await read({});
  expect(all).toHaveLength(5);
  expect(all.slice(0, 2)).toEqual([unsent(ids[4]), unsent(ids[3])]);
  expect(all.slice(2).map(([, status, , , verdict, , , finding]) => [status, verdict, finding])).toEqual([
    ['UNKNOWN', 'unknown', ''],
    ['FAILED', 'rejected', ''],
    ['RECEIVED', 'confirmed', 'identical'],
  ]);
  expect(await read({ finding: 'not sent' })).toEqual(all.slice(0, 2));
});
