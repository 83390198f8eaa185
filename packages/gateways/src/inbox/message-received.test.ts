/** What handset apps really post: each body proves a reception, whatever else is wrong with it. */
import { expect, test } from 'vitest';
import { type MessageReceived, readPostedMessage } from './message-received.ts';

const CODE = 'ABCDEFGHJKM';
const AT = Date.UTC(2026, 10, 21, 18);

/** The report, and what it names as ignored. */
function read(body: string | Uint8Array): MessageReceived & { readonly named: readonly string[] } {
  const check = readPostedMessage(body);
  if (!check?.ok) throw new Error('the report was refused');
  return { ...check.report, named: check.report.ignored.map(({ field, reason }) => `${field} ${reason}`) };
}

test.each([
  [{ receivedAt: 1_795_284_000 }, { receivedAt: AT }],
  [{ receivedAt: 1_795_284_000_250 }, { receivedAt: AT + 250 }],
  [{ receivedAt: 1_795_284_000.25 }, { receivedAt: AT + 250 }],
  [{ receivedAt: '1795284000250' }, { receivedAt: AT + 250 }],
  [{ receivedAt: '1795284000250999' }, { receivedAt: AT + 250 }],
  [{ receivedAt: '1795284000250999888' }, { receivedAt: AT + 250 }],
  [{ receivedAt: '٢٠٢٦-١١-٢١ ١٠:٠٠:٠٠' }, { receivedAt: AT }],
  [{ receivedAt: '2026-11-21T10:00-08:00[America/Los_Angeles]' }, { receivedAt: AT }],
  [{ receivedAt: '2026-11-21 18:00:00 UTC' }, { receivedAt: AT }],
  [{ receivedAt: '2026-11-21T19:00:00.000 01:00' }, { receivedAt: AT }],
  [{ receivedAt: '2026-11-21 10:00' }, { receivedAt: AT }],
  [{ sender: 12_125_550_100 }, { sender: '12125550100' }],
  [
    { messageCode: null, messageBody: `Hi #${CODE}` },
    { messageCode: `Hi #${CODE}`, text: `Hi #${CODE}` },
  ],
  [{ messageCode: `Hi #${CODE}`, messageBody: '' }, { text: '' }],
])('CALL-16 reads fields as apps send them: %j', (given, expected) => {
  expect(read(JSON.stringify({ messageCode: CODE, ...given }))).toMatchObject({ ...expected, named: [] });
});

test.each([
  [{ receivedAt: 'yesterday' }, ['receivedAt "yesterday" could not be read']],
  [{ receivedAt: 0 }, ['receivedAt 0 could not be read']],
  [{ receivedAt: -1 }, ['receivedAt -1 could not be read']],
  [{ receivedAt: '20261121100000' }, ['receivedAt "20261121100000" could not be read']],
  [
    { messageBody: ['Hi'], sender: { a: '\u0000' }, receivedAt: true },
    [
      'messageBody ["Hi"] could not be read',
      'sender {"a":"\\u0000"} could not be read',
      'receivedAt true could not be read',
    ],
  ],
  [{ sender: '👋'.repeat(101) }, [expect.stringMatching(/^sender "(?:👋)+\uFFFD?… could not be read$/)]],
])('CALL-16 a field that cannot be read is ignored and named: %j', (given, named) => {
  const report = read(JSON.stringify({ messageCode: CODE, ...given }));
  expect(report).toMatchObject({ messageCode: CODE, text: null, sender: null, receivedAt: null, named });
  expect(JSON.stringify(report.ignored).isWellFormed()).toBe(true);
});

const jsonOf = (text: string) => `{"messageCode":"${CODE}","messageBody":"${text}"}`;

test.each([
  ['line breaks and tabs in JSON', jsonOf('One\r\n\tTwo \\"x\\"'), 'One\r\n\tTwo "x"', null],
  ['a byte order mark', `\uFEFF${jsonOf('Hi')}`, 'Hi', null],
  ['a form', `messageBody=Say+%22hi%22+%23${CODE}&sender=+12125550100`, `Say "hi" #${CODE}`, null],
  ['quotation marks in JSON', jsonOf('Say "hi"'), null, /^body .+ is not valid JSON, and only the code/],
  ['Windows-1252', Buffer.from(jsonOf('Blå bær'), 'latin1'), 'Blå bær', /^body is not valid UTF-8/],
])('CALL-16 keeps a report whose body has %s', (_what, body, text, named) => {
  const report = read(Buffer.from(body));
  expect(report).toMatchObject({ messageCode: expect.stringContaining(CODE), text });
  expect(report.named).toEqual(named === null ? [] : [expect.stringMatching(named)]);
});
