/** Every export in CSV is safe to open in a spreadsheet. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { changeTest, makeMessage, makeTest } from '../testing/messages.ts';
import { openTestServer } from '../testing/test-server.ts';

const { server, client } = await openTestServer();

const FORMULAS = [
  '=1',
  'a;=1',
  'a;"=1"',
  '\n=1',
  '\uFEFF=1',
  '\u200B =1',
  '＝1',
  '＋1',
  '－1',
  '＠A1',
  'a\t@A1',
];

test('CALL-25 EVIDENCE-3 DIR-3 no export has a formula, at whichever delimiter a spreadsheet splits it', async () => {
  for (const [index, body] of FORMULAS.entries()) {
    const made = await makeTest(server.db, server.clock.now());
    await changeTest(server.db, made.testId, { body });
    await makeMessage(server.db, { ...made, at: server.clock.now() + index }, 'received');
    if (!/[\n\t]/.test(body)) {
      await client.call(calls.createPartner, { body: { name: `${body}${index}`, limitPerDay: null } });
    }
  }
  const { exportLogs, csvForCarrier, exportDirectory } = calls;
  for (const { path } of [exportLogs, csvForCarrier, exportDirectory]) {
    const csv = await (await client.send('GET', path)).text();
    expect(csv.split('\n').length).toBeGreaterThan(FORMULAS.length);
    const starts = csv.split(/[,;\t\r\n]/).map((piece) => piece.replace(/^[\s"\p{C}\p{Z}]+/u, ''));
    expect(starts.filter((piece) => /^[=+\-@＝＋－＠]/.test(piece))).toEqual([]);
  }
});
