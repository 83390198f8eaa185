/** Files over HTTP: access, ranges and headers. */
import { calls } from '@textprobe/contract/calls';
import { mediaPath } from '@textprobe/contract/media';
import { signMediaPath } from '@textprobe/media/signed-link';
import { declaredPng, isoVideo, picture } from '@textprobe/media/testing/sample-files';
import { expect, test } from 'vitest';
import { formOf, MMS_PAYLOAD } from '../../testing/forms.ts';
import { MEDIA_SECRET, openTestServer } from '../../testing/test-server.ts';

const video = isoVideo('qt  ', 10_000);
const { server, client } = await openTestServer();
const png = await picture('png', 640, 400);
const files = [
  [png, 'Ünï "cat".png'],
  [video, 'dog.mov'],
] as const;
const made = await client.call(calls.createTest, { body: formOf(MMS_PAYLOAD, files) });
/** The URLs of the picture and the video. */
const urls = made.mediaURLs.media;

const url = (index: 0 | 1) => urls[index] as string;
const idOf = (index: 0 | 1) => url(index).slice(mediaPath('').length);
const rowOf = (path: string) =>
  server.db
    .selectFrom('media_files')
    .select(['storage_key', 'thumbnail_key'])
    .where('id', '=', path.slice(mediaPath('').length))
    .executeTakeFirstOrThrow();
const get = (path: string, headers: Record<string, string> = {}) => client.send('GET', path, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const problemAt = (path: string, as = client) => as.problem({ method: 'GET', path });

test('a session gets the file unchanged, with headers that keep a browser from running anything in it', async () => {
  const response = await get(url(0), { 'accept-encoding': 'gzip' });
  expect(response.status).toBe(200);
  expect(await bytesOf(response)).toEqual(png);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'content-disposition': `inline; filename="?n? \\"cat\\".png"; filename*=UTF-8''%C3%9Cn%C3%AF%20%22cat%22.png`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(
      /^sandbox allow-same-origin; default-src 'none'; (?!.*script)/,
    ),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
  expect(response.headers.has('content-encoding')).toBe(false);
  expect((await get(url(1))).headers.get('content-type')).toBe('video/quicktime');
  const saved = await client.send('GET', url(1), { query: { download: '' } });
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename=dog.mov');
});

test('CALL-21 a file returns 401 without a session, and an unknown id 404', async () => {
  for (const path of [url(0), `${url(0)}/thumbnail`]) {
    expect(await problemAt(path, server.visitor())).toMatchObject({ status: 401, code: 'session.required' });
  }
  for (const id of ['0'.repeat(32), 'cat.png', '..%2fsecret']) {
    expect(await problemAt(mediaPath(id))).toMatchObject({ status: 404, code: 'media.unknown' });
    expect(await problemAt(`${mediaPath(id)}/thumbnail`)).toMatchObject({ status: 404 });
  }
  expect(await problemAt(`${url(0)}?size=1`)).toMatchObject({ status: 400, errors: [{ field: 'size' }] });
});

test('a refused link says whether it has expired or is invalid', async () => {
  const sentence = async (query: string) =>
    (await problemAt(`${url(0)}${query}`, server.visitor())) as unknown as { detail: string };
  const past = server.clock.now() - 1;
  const future = server.clock.now() + 60_000;
  expect((await sentence('')).detail).toBe('Log in first.');
  expect((await sentence(`?expires=${past}&signature=abc`)).detail).toContain('This link has expired');
  expect((await sentence(`?expires=${future}&signature=abc`)).detail).toContain('from another installation');
});

test('a signed link replaces a session until it expires, for its own file only', async () => {
  const expiresAt = server.clock.now() + 60_000;
  const signed = signMediaPath(MEDIA_SECRET, { mediaId: idOf(0), expiresAt });
  const visitor = server.visitor();
  expect(await bytesOf(await visitor.send('GET', signed))).toEqual(png);
  expect((await visitor.send('GET', signed.replace('?', '/thumbnail?'))).status).toBe(200);

  const refused = { status: 401, code: 'session.required' };
  expect(await problemAt(signed.replace(idOf(0), idOf(1)), visitor)).toMatchObject(refused);
  expect(await problemAt(signed.replace(/expires=\d+/, `expires=${expiresAt + 1}`), visitor)).toMatchObject(
    refused,
  );
  expect(
    await problemAt(signMediaPath(Buffer.alloc(32, 9), { mediaId: idOf(0), expiresAt }), visitor),
  ).toMatchObject(refused);
  const over = signMediaPath(MEDIA_SECRET, { mediaId: idOf(0), expiresAt: server.clock.now() });
  expect(await problemAt(over, visitor)).toMatchObject(refused);
});

test('a video is served in the ranges that a player requests', async () => {
  const piece = await get(url(1), { range: 'bytes=100-199' });
  expect(piece.status).toBe(206);
  expect(piece.headers.get('content-range')).toBe(`bytes 100-199/${video.length}`);
  expect(piece.headers.get('content-length')).toBe('100');
  expect(await bytesOf(piece)).toEqual(video.subarray(100, 200));
  expect(await bytesOf(await get(url(1), { range: 'bytes=-7' }))).toEqual(video.subarray(-7));

  const beyond = await get(url(1), { range: `bytes=${video.length}-` });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe(`bytes */${video.length}`);
  expect(await beyond.json()).toMatchObject({ code: 'media.range' });
});

test('a cached file is not sent again, and a range only if the cached version is current', async () => {
  const etag = (await get(url(1))).headers.get('etag') as string;
  const known = await get(url(1), { 'if-none-match': `"other", W/${etag}` });
  expect(known.status).toBe(304);
  expect(await known.text()).toBe('');
  expect((await get(url(1), { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  const changed = await get(url(1), { range: 'bytes=0-9', 'if-range': '"other"' });
  expect(changed.status).toBe(200);
  expect(await bytesOf(changed)).toEqual(video);
});

test('HEAD returns the size without the file', async () => {
  const response = await client.send('HEAD', url(1));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(video.length));
  expect(await response.text()).toBe('');
});

test('a thumbnail is a small WebP, created once and stored', async () => {
  const thumbnailKey = async () => (await rowOf(url(0))).thumbnail_key;
  const first = await get(`${url(0)}/thumbnail`);
  expect(first.headers.get('content-type')).toBe('image/webp');
  expect(first.headers.get('content-security-policy')).toMatch(/^sandbox /);
  const bytes = await bytesOf(first);
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  const key = await thumbnailKey();
  expect(await bytesOf(await get(`${url(0)}/thumbnail`))).toEqual(bytes);
  expect(await thumbnailKey()).toBe(key);
  expect(await server.storedFiles()).toContain(key);
  // A lost thumbnail is created again.
  await server.storage.remove(key as string);
  expect(await bytesOf(await get(`${url(0)}/thumbnail`))).toEqual(bytes);
});

test('a video, and a picture that cannot be decoded, have no thumbnail', async () => {
  expect(await problemAt(`${url(1)}/thumbnail`)).toMatchObject({ status: 404, code: 'media.no-thumbnail' });
  const body = formOf(MMS_PAYLOAD, [[declaredPng(20, 20), 'broken.png']]);
  const { mediaURLs } = await client.call(calls.createTest, { body });
  expect(await problemAt(`${mediaURLs.media[0]}/thumbnail`)).toMatchObject({ code: 'media.no-thumbnail' });
});

test('a file missing from the storage is 404, and logged', async () => {
  const body = formOf(MMS_PAYLOAD, [[png, 'gone.png']]);
  const { mediaURLs } = await client.call(calls.createTest, { body });
  const path = mediaURLs.media[0] as string;
  await server.storage.remove((await rowOf(path)).storage_key);
  expect(await problemAt(path)).toMatchObject({ status: 404, code: 'media.unknown' });
  expect(server.logged).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'a file is missing from the media storage' }),
  );
});
