/** Links that are copied, and files that a test keeps, releases or shares, over HTTP. */
import { calls } from '@textprobe/contract/calls';
import type { Test } from '@textprobe/contract/tests';
import { fetchLink } from '@textprobe/media/fetch-link';
import { MediaRefused } from '@textprobe/media/media-refused';
import { picture } from '@textprobe/media/testing/sample-files';
import { beforeEach, expect, test } from 'vitest';
import type { FetchLink } from '../../media/media-intake.ts';
import { formOf, MMS_PAYLOAD } from '../../testing/forms.ts';
import { openTestServer } from '../../testing/test-server.ts';

const PUBLIC_URL = 'https://textprobe.example';
/** The links fetched, and their answers. */
let fetched: string[];
let answer: FetchLink;
const png = await picture('png');
const { server, client } = await openTestServer({
  publicUrl: PUBLIC_URL,
  fetchLink: (url) => {
    fetched.push(url);
    return answer(url);
  },
});
beforeEach(async () => {
  fetched = [];
  answer = async (url) => ({ content: bytesOf(png), name: url.split('/').at(-1) as string });
  await server.db.deleteFrom('tests').execute();
});

const { createTest, updateTest } = calls;
async function* bytesOf(bytes: Uint8Array) {
  yield bytes;
}
const listing = (media: string[]) => ({ ...MMS_PAYLOAD, mediaURLs: { media } });
const create = (media: string[]) => client.call(createTest, { body: listing(media) });
const update = (test: Test, changes: object, files: readonly string[] = []) =>
  client.call(updateTest, {
    body: formOf(
      { ...MMS_PAYLOAD, mediaURLs: undefined, testId: test.testId, ...changes },
      files.map((name) => [png, name] as const),
    ),
  });
const namesOf = (test: Test) => test.mediaFiles.map(({ name }) => name);

test('CREATE-6 each link is fetched once and stored as a copy with its URL', async () => {
  const links = ['https://a.example/cat.png', 'https://b.example/dog.png'];
  const made = await create(links);
  expect(fetched.toSorted()).toEqual(links);
  expect(made.mediaFiles).toMatchObject([
    { name: 'cat.png', type: 'image/png', size: png.length, originalUrl: links[0] },
    { name: 'dog.png', originalUrl: links[1] },
  ]);
  for (const url of made.mediaURLs.media) expect(url).toMatch(/^\/api\/media\/[0-9a-f]{32}$/);
  await client.call(calls.getTest, { query: { testId: made.testId } });
  expect(fetched).toHaveLength(2);
});

test('CREATE-6 a link with invalid characters is stored with the URL that was fetched', async () => {
  const made = await create(['https://a.example/c\u0000ä t.png']);
  expect(made.mediaFiles).toMatchObject([{ originalUrl: 'https://a.example/c%00%C3%A4%20t.png' }]);
});

test('CREATE-6 links are fetched concurrently, and files of the form follow them', async () => {
  const both = Promise.withResolvers<void>();
  answer = async (url) => {
    if (fetched.length === 2) both.resolve();
    await both.promise;
    return { content: bytesOf(png), name: url.split('/').at(-1) as string };
  };
  const body = formOf(listing(['https://a.example/1.png', 'https://a.example/2.png']), [[png, '3.png']]);
  expect(namesOf(await client.call(createTest, { body }))).toEqual(['1.png', '2.png', '3.png']);
});

test('CREATE-6 a link that cannot be fetched is a 422 naming it, and nothing of the others is kept', async () => {
  const before = await server.storedFiles();
  answer = async (url) => {
    if (!url.endsWith('good.png')) throw new MediaRefused('media.link', `'${url}' answered 404.`);
    return { content: bytesOf(png), name: 'good.png' };
  };
  const media = ['https://a.example/gone.png', 'https://a.example/good.png', 'http://a.example/plain.png'];
  const problem = await client.problem(createTest, { body: formOf(listing(media), [[png, 'own.png']]) });
  expect(problem).toMatchObject({ status: 422, code: 'media.link' });
  expect(problem.errors?.map(({ field }) => field).toSorted()).toEqual([
    'mediaURLs.media.0',
    'mediaURLs.media.2',
  ]);
  expect(await server.storedFiles()).toEqual(before);
  expect(await server.db.selectFrom('tests').select('id').execute()).toEqual([]);
});

test('CREATE-6 a linked file is validated like an upload: too large or of a wrong type is 422 of its field', async () => {
  answer = async (url) => ({
    content: url.endsWith('large') ? large(png) : bytesOf(Buffer.from('<html></html>')),
    name: 'cat.png',
  });
  const problem = await client.problem(createTest, {
    body: listing(['https://a.example/large', 'https://a.example/page']),
  });
  expect(problem).toMatchObject({ status: 422, code: 'media.link' });
  expect(problem.errors?.map(({ field, code }) => `${field} ${code}`).toSorted()).toEqual([
    'mediaURLs.media.0 media.too-large',
    'mediaURLs.media.1 media.type',
  ]);
});

async function* large(head: Uint8Array) {
  yield head;
  for (let i = 0; i < 11; i += 1) yield Buffer.alloc(1_048_576);
}

test.each([
  'https://127.0.0.1/cat.png',
  'http://example.com/cat.png',
  'cat.png',
  'https://user:pw@example.com/',
])('CREATE-6 with the real fetcher %s is refused without a request', async (link) => {
  answer = (url) => fetchLink({ clock: server.clock }, url);
  const problem = await client.problem(createTest, { body: listing([link]) });
  expect(problem).toMatchObject({
    status: 422,
    errors: [{ field: 'mediaURLs.media.0', code: 'media.link' }],
  });
});

test('CREATE-6 our own URL refers to the stored file: a duplicated test shares it', async () => {
  const first = await create(['https://a.example/cat.png']);
  const [url = ''] = first.mediaURLs.media;
  const second = await create([url]);
  const third = await create([`${PUBLIC_URL}${url}`, url]);
  expect(fetched).toHaveLength(1);
  expect(second.mediaFiles).toEqual(first.mediaFiles);
  expect(third.mediaFiles).toEqual(first.mediaFiles);
});

test('CREATE-6 our own URL of an unknown file is a 422 naming it', async () => {
  const unknown = `/api/media/${'0'.repeat(32)}`;
  const problem = await client.problem(createTest, { body: listing(['https://a.example/cat.png', unknown]) });
  expect(problem).toMatchObject({
    status: 422,
    errors: [{ field: 'mediaURLs.media.1', code: 'media.unknown' }],
  });
  expect(await server.db.selectFrom('tests').select('id').execute()).toEqual([]);
});

test('CREATE-6 links and files together are limited to ten', async () => {
  const links = Array.from({ length: 10 }, (_, index) => `https://a.example/${index}.png`);
  const problem = await client.problem(createTest, { body: formOf(listing(links), [[png, 'own.png']]) });
  expect(problem).toMatchObject({ status: 422, code: 'media.too-many' });
  expect(fetched).toEqual([]);
});

test('UPDATE-11 an update of other fields keeps the files', async () => {
  const made = await create(['https://a.example/cat.png', 'https://a.example/dog.png']);
  const changed = await update(made, { messageBody: 'Changed' });
  expect(changed.messageBody).toBe('Changed');
  expect(changed.mediaFiles).toEqual(made.mediaFiles);
  const plain = await client.call(updateTest, {
    body: { ...MMS_PAYLOAD, mediaURLs: {}, testId: made.testId },
  });
  expect(plain.mediaFiles).toEqual(made.mediaFiles);
});

test('UPDATE-11 new files are added to those kept; those not listed are removed', async () => {
  const made = await create(['https://a.example/cat.png', 'https://a.example/dog.png']);
  expect(namesOf(await update(made, {}, ['new.png']))).toEqual(['cat.png', 'dog.png', 'new.png']);
  const media = made.mediaURLs.media.slice(1);
  const changed = await update(made, { mediaURLs: { media } }, ['newer.png']);
  expect(namesOf(changed)).toEqual(['dog.png', 'newer.png']);
  expect(namesOf(await update(made, { mediaURLs: { media: [] } }))).toEqual([]);
});

test('UPDATE-11 a test that becomes an SMS loses its files', async () => {
  const made = await create(['https://a.example/cat.png']);
  const changed = await update(made, { messageType: 'SMS' });
  expect(changed).toMatchObject({ messageType: 'SMS', mediaURLs: { media: [] }, mediaFiles: [] });
});
