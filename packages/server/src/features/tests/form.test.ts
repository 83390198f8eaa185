/** Forms of tests over HTTP: what is accepted, and that a refusal leaves nothing behind. */
import { calls } from '@textprobe/contract/calls';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import { isoVideo, picture, sampleFiles } from '@textprobe/media/testing/sample-files';
import { beforeEach, expect, test } from 'vitest';
import { type FormFile, formOf, MMS_PAYLOAD } from '../../testing/forms.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();
const png = await picture('png', 12, 8);
beforeEach(clear);

const { createTest, updateTest } = calls;
const create = (form: FormData) => client.call(createTest, { body: form });
const refused = (form: FormData) => client.problem(createTest, { body: form });
const video = (bytes: number) => isoVideo('isom', bytes - isoVideo('isom', 0).length);

async function clear(): Promise<void> {
  await server.db.deleteFrom('tests').execute();
  const rows = await server.db.deleteFrom('media_files').returning('storage_key').execute();
  const { storage } = server;
  for (const { storage_key } of rows) await storage.remove(storage_key);
}

/** No stored file, and no row about a file or an upload. */
async function expectNothingKept(): Promise<void> {
  expect(await server.storedFiles()).toEqual([]);
  expect(await server.db.selectFrom('media_files').select('id').execute()).toEqual([]);
  expect(await server.db.selectFrom('media_uploads').selectAll().execute()).toEqual([]);
}

test.each(['first', 'last'] as const)(
  'CALL-5 an MMS gets the files of its form, whatever their parts are called, with the content part %s',
  async (order) => {
    const files: FormFile[] = [
      [png, 'cat.png', 'file0'],
      [video(4_096), 'dog.mp4', 'anything'],
    ];
    const made = await create(formOf(MMS_PAYLOAD, files, order));
    expect(made.mediaFiles).toMatchObject([
      { name: 'cat.png', type: 'image/png', size: png.length, width: 12, height: 8, originalUrl: null },
      { name: 'dog.mp4', type: 'video/mp4', size: 4_096, width: null, height: null },
    ]);
    expect(made.mediaURLs.media).toEqual(made.mediaFiles.map(({ url }) => url));
    expect(made.mediaURLs.media[0]).toMatch(/^\/api\/media\/[0-9a-f]{32}$/);
    expect(await server.storedFiles()).toHaveLength(2);
    expect(await client.call(calls.getTest, { query: { testId: made.testId } })).toEqual(made);
    expect(await client.call(calls.listTests)).toEqual([made]);
  },
);

test.each(['first', 'last'] as const)(
  'CALL-5 an SMS ignores all files, placeholder and pictures alike, with the content part %s',
  async (order) => {
    const files: FormFile[] = [
      ['placeholder', 'placeholder.txt'],
      [png, 'cat.png'],
      ['', 'empty.bin'],
    ];
    expect(await create(formOf(PAYLOAD, files, order))).toMatchObject({ messageType: 'SMS', mediaFiles: [] });
    await expectNothingKept();
  },
);

test.each([
  ['an empty text file', ['', 'placeholder.txt'] as const],
  ['an empty nameless part', ['', ''] as const],
])('CALL-5 %s in the form of an MMS is a placeholder', async (_kind, file) => {
  expect(await create(formOf(MMS_PAYLOAD, [file]))).toMatchObject({ messageType: 'MMS', mediaFiles: [] });
});

test('CALL-5 an MMS without files may come as plain JSON', async () => {
  const made = await client.call(createTest, { body: MMS_PAYLOAD });
  expect(made).toMatchObject({ messageType: 'MMS', mediaURLs: { media: [] }, mediaFiles: [] });
});

test('CREATE-8 a file of 10,485,760 bytes is accepted, one byte more is 413 and named, and nothing of its form is kept', async () => {
  const made = await create(formOf(MMS_PAYLOAD, [[video(MEDIA_SIZE_LIMIT), 'just.mp4']]));
  expect(made.mediaFiles).toMatchObject([{ size: 10_485_760 }]);
  await clear();
  const files: FormFile[] = [
    [png, 'cat.png'],
    [video(MEDIA_SIZE_LIMIT + 1), 'over.mp4'],
    [png, 'dog.png'],
  ];
  const problem = await refused(formOf(MMS_PAYLOAD, files));
  expect(problem).toMatchObject({
    status: 413,
    code: 'media.too-large',
    errors: [{ field: 'files', code: 'media.too-large', message: expect.stringContaining('over.mp4') }],
  });
  await expectNothingKept();
});

test('CREATE-8 refuses files that are not pictures or videos by content, not name, and lists them all', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const several = await refused(
    formOf(MMS_PAYLOAD, [
      [svg, 'a.png'],
      [png, 'b.png'],
      ['', 'c.png'],
    ]),
  );
  expect(several).toMatchObject({ status: 422, code: 'media.type' });
  expect(several.errors?.map(({ code }) => code)).toEqual(['media.type', 'media.empty']);
  expect(several.errors?.[0]).toMatchObject({ field: 'files', message: expect.stringContaining('a.png') });
  await expectNothingKept();
});

test('UPDATE-5 accepts every type of file in the specification', async () => {
  const { testId } = await client.call(createTest, { body: MMS_PAYLOAD });
  const samples = await sampleFiles();
  for (const [, type, bytes] of samples) {
    const content = { ...MMS_PAYLOAD, testId, mediaURLs: { media: [] } };
    const changed = await client.call(updateTest, { body: formOf(content, [[bytes, 'file.bin']]) });
    expect(changed.mediaFiles).toMatchObject([{ type, size: bytes.length }]);
  }
  const types = samples.map(([, type]) => type);
  expect(types).toEqual(expect.arrayContaining(['image/jpeg', 'image/png', 'image/gif']));
  expect(types).toEqual(expect.arrayContaining(['video/mp4', 'video/avi', 'video/mov']));
});

test('DATA-7 a file has its name without a path, its size, and its type by content', async () => {
  const made = await create(formOf(MMS_PAYLOAD, [[png, '../../C:\\sekret\\Ünï “cat”.jpg']]));
  expect(made.mediaFiles).toMatchObject([{ name: 'Ünï “cat”.jpg', size: png.length, type: 'image/png' }]);
  expect((await server.storedFiles()).join()).not.toContain('cat');
});

test('a test with more than ten files is refused, and the answer says so', async () => {
  const files = Array.from({ length: 10 }, (_, index): FormFile => [png, `${index}.png`]);
  expect((await create(formOf(MMS_PAYLOAD, files))).mediaFiles).toHaveLength(10);
  await clear();
  const problem = await refused(formOf(MMS_PAYLOAD, [...files, [png, 'one more.png']]));
  expect(problem).toMatchObject({ status: 422, code: 'media.too-many', errors: [{ field: 'files' }] });
  expect(problem.detail).toContain('10 files');
  await expectNothingKept();
});

test('CALL-21 a form without a session is 401, and none of its files is stored', async () => {
  const body = formOf(MMS_PAYLOAD, [[png, 'cat.png']]);
  for (const call of [createTest, updateTest]) {
    expect(await server.visitor().problem(call, { body, token: null })).toMatchObject({ status: 401 });
    expect(await client.problem(call, { body, token: null })).toMatchObject({ status: 403 });
  }
  await expectNothingKept();
});

test.each([
  ['whose content is wrong', { ...MMS_PAYLOAD, phoneIDs: ['x'] }, 422],
  ['without a phone', { ...MMS_PAYLOAD, phoneIDs: [] }, 422],
  ['whose content is not an object', [MMS_PAYLOAD] as object, 422],
])('CALL-5 a form %s leaves no file', async (_kind, content, status) => {
  for (const order of ['first', 'last'] as const) {
    expect(await refused(formOf(content, [[png, 'cat.png']], order))).toMatchObject({ status });
  }
  await expectNothingKept();
});

test('CALL-5 a form without content or with invalid JSON leaves no file', async () => {
  const form = new FormData();
  form.append('files', new Blob([png as never]), 'cat.png');
  expect(await refused(form)).toMatchObject({ status: 422, errors: [{ field: 'content' }] });
  form.append('content', '{"messageType": "MMS"');
  expect(await refused(form)).toMatchObject({ status: 400, code: 'json.invalid' });
  await expectNothingKept();
});

test('CALL-8 an update that is too late or for an unknown test leaves no file', async () => {
  const { testId } = await client.call(createTest, { body: MMS_PAYLOAD });
  const update = (id: number) =>
    client.problem(updateTest, { body: formOf({ ...MMS_PAYLOAD, testId: id }, [[png, 'cat.png']]) });
  expect(await update(999_999)).toMatchObject({ status: 404, code: 'test.unknown' });
  await server.db.updateTable('tests').set({ execution_status: 'EXECUTING' }).execute();
  const late = await update(testId);
  expect(late).toMatchObject({ status: 409 });
  expect(late.detail).toContain('execution status');
  await expectNothingKept();
});
