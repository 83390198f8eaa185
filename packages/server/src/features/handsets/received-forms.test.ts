/** MMS reports of a handset with files, through the native inbox and the engine (CALL-17). */
import { calls } from '@textprobe/contract/calls';
import { findPhonesByKeyHash, insertHandsetKey } from '@textprobe/database/handsets/handset-keys';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createHandsetKey, hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { isoVideo, picture } from '@textprobe/media/testing/sample-files';
import { beforeEach, expect, test } from 'vitest';
import { type FormFile, formOf } from '../../testing/forms.ts';
import { makeMessage, makeTest } from '../../testing/messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { key, hash } = createHandsetKey();

const png = await picture('png', 12, 8);
const { server } = await openTestServer({
  inboxes: [
    createNativeInbox({
      clock: realClock,
      findPhoneByKey: async (given) =>
        (await findPhonesByKeyHash(server.db, [hashHandsetKey(given)], realClock.now()))[0] ?? null,
    }),
  ],
});
await insertHandsetKey(server.db, { phoneId: 1, keyHash: hash, createdAt: server.clock.now() });
const handset = server.visitor();
beforeEach(async () => {
  await server.db.deleteFrom('receptions').execute();
  const rows = await server.db.deleteFrom('media_files').returning('storage_key').execute();
  for (const row of rows) await server.storage.remove(row.storage_key);
});

const { messageReceivedMms, testLog } = calls;
const files = (): FormFile[] => [
  [png, 'image.png', 'file0'],
  [isoVideo('3gp5', 500), 'video.3gp', 'file1'],
];
const sent = (body: unknown, authorization = `Bearer ${key}`) => ({
  body,
  headers: { authorization },
  token: null,
});
const post = (body: unknown) => handset.call(messageReceivedMms, sent(body));
const refused = (body: unknown) => handset.problem(messageReceivedMms, sent(body));

async function makeSent(): Promise<{ id: number; code: string }> {
  const made = await makeTest(server.db, server.clock.now());
  return makeMessage(server.db, { ...made, at: server.clock.now() }, 'sent');
}

async function expectNothingKept(): Promise<void> {
  expect(await server.storedFiles()).toEqual([]);
  expect(await server.db.selectFrom('media_files').select('id').execute()).toEqual([]);
  expect(await server.db.selectFrom('receptions').select('id').execute()).toEqual([]);
}

test.each(['first', 'last'] as const)(
  'CALL-17 a handset reports an MMS with its files, the content %s, and the log shows them',
  async (order) => {
    const { id, code } = await makeSent();
    const content = { messageCode: `Hello #${code}`, sender: '+12025550100' };
    expect(await post(formOf(content, files(), order))).toEqual({
      testLogID: id,
      testActivityStatus: 'RECEIVED',
    });
    const client = await server.operator();
    const log = await client.call(testLog, { query: { id } });
    expect(log.reception).toMatchObject({
      text: `Hello #${code}`,
      comparison: 'intact',
      media: [
        { name: 'image.png', type: 'image/png', size: png.length },
        { name: 'video.3gp', type: 'video/3gpp' },
      ],
    });
    const served = await client.send('GET', log.reception?.media[0]?.url as string);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
  },
);

test('CALL-17 accepts the content as a field, a bare messageCode, and no files', async () => {
  const { id, code } = await makeSent();
  const form = new FormData();
  form.append('content', JSON.stringify({ messageCode: code, messageBody: `Hello #${code}` }));
  expect(await post(form)).toMatchObject({ testLogID: id });
});

test('CALL-17 the log shows the files once when a message is reported twice', async () => {
  const { id, code } = await makeSent();
  const form = () => formOf({ messageCode: `Hello #${code}` }, files());
  await post(form());
  await post(form());
  const log = await (await server.operator()).call(testLog, { query: { id } });
  expect(log.reception?.media).toHaveLength(2);
});

test('CALL-17 a report with an unknown code is 404 and stored for later matching, with its files', async () => {
  const problem = await refused(formOf({ messageCode: 'ABCDEFGHJKM' }, files()));
  expect(problem).toMatchObject({ status: 404, code: 'message.unknown' });
  const kept = await server.db.selectFrom('receptions').select(['media', 'message_id']).execute();
  const rows = await server.db
    .selectFrom('media_files')
    .select(['id', 'in_reception', 'unused_since'])
    .execute();
  expect(kept).toEqual([{ message_id: null, media: expect.arrayContaining(rows.map(({ id }) => id)) }]);
  expect(rows).toMatchObject([
    { in_reception: true, unused_since: null },
    { in_reception: true, unused_since: null },
  ]);
  expect(await server.storedFiles()).toHaveLength(2);
});

test('CALL-17 a report without a valid key is 401, and nothing is stored', async () => {
  const form = formOf({ messageCode: 'ABCDEFGHJKM' }, files());
  const client = await server.operator();
  const asked = { body: form, token: null };
  expect(await handset.refusal(messageReceivedMms, sent(form, 'Bearer tph_wrong'))).toBe(
    '401 handset-key.invalid',
  );
  expect(await server.visitor().refusal(messageReceivedMms, asked)).toBe('401 handset-key.invalid');
  expect(await client.refusal(messageReceivedMms, asked)).toBe('403 csrf.invalid');
  await expectNothingKept();
  // A session may report for any phone.
  expect(await client.problem(messageReceivedMms, { body: form })).toMatchObject({ status: 404 });
});

test.each([
  ['without content', null, 'content'],
  ['without code and text', { messageBody: ' ' }, 'messageCode'],
  ['with a number for a code', { messageCode: 5 }, 'messageCode'],
])('CALL-17 a form %s is 422 naming the field, and its files are removed', async (_kind, content, field) => {
  const form = new FormData();
  form.append('file0', new Blob([png as never]), 'image.png');
  if (content !== null) form.append('content', new Blob([JSON.stringify(content)]));
  expect(await refused(form)).toMatchObject({ status: 422, code: 'body.invalid', errors: [{ field }] });
  await expectNothingKept();
});

test('CALL-17 a file that cannot be kept does not cost the reception, and no file counts as missing', async () => {
  const { id, code } = await makeSent();
  await server.db.updateTable('messages').set({ message_type: 'MMS' }).where('id', '=', id).execute();
  const parts: FormFile[] = [
    ['<smil/>', 'layout.smil', 'file2'],
    ['BEGIN:VCARD', 'ada.vcf', 'file3'],
  ];
  expect(await post(formOf({ messageCode: `Hello #${code}` }, [...files(), ...parts]))).toMatchObject({
    testLogID: id,
    ignored: [
      { field: 'files', reason: "could not all be kept: 'ada.vcf' isn't a supported image or video" },
    ],
  });
  const log = await (await server.operator()).call(testLog, { query: { id } });
  expect(log).toMatchObject({ fileFinding: 'not told', reception: { media: [{}, {}] } });
});

test('CALL-17 a file beyond the tenth is named', async () => {
  const { code } = await makeSent();
  const many = Array.from({ length: 11 }, (_, index): FormFile => [png, `${index}.png`, `file${index}`]);
  expect(await post(formOf({ messageCode: code }, many))).toMatchObject({
    ignored: [{ field: 'files', reason: 'could not all be kept: there were more than 10' }],
  });
});

test('CALL-17 refuses content that is not JSON, and keeps none of its files', async () => {
  const form = new FormData();
  form.append('file0', new Blob([png as never]), 'image.png');
  form.append('content', '{');
  expect(await refused(form)).toMatchObject({ status: 400, code: 'json.invalid' });
  await expectNothingKept();
});

test('CALL-17 an MMS posted as JSON confirms its text, and says nothing about its files', async () => {
  const { id, code } = await makeSent();
  await server.db.updateTable('messages').set({ message_type: 'MMS' }).where('id', '=', id).execute();
  expect(await post({ messageCode: `Hello #${code}` })).toMatchObject({ testLogID: id });
  const log = await (await server.operator()).call(testLog, { query: { id } });
  expect(log).toMatchObject({ verdict: 'confirmed', fileFinding: 'not told' });
});
