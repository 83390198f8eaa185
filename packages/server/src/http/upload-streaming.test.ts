/** Uploads are streamed, never buffered whole, and leave nothing behind when the client disconnects. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@textprobe/contract/calls';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import type { MediaStorage } from '@textprobe/media/media-storage';
import { isoVideo } from '@textprobe/media/testing/sample-files';
import { expect, test } from 'vitest';
import { MMS_PAYLOAD } from '../testing/forms.ts';
import { openTestServer } from '../testing/test-server.ts';

const BOUNDARY = 'a-boundary';
/** The bytes that the storage got so far, and a hook before it takes the next chunk. */
let taken = 0;
let beforePiece: (sofar: number) => void = () => undefined;
const { server, client } = await openTestServer({ watchStorage: watched });

/** The same storage, which reports each chunk that it takes. */
function watched(storage: MediaStorage): MediaStorage {
  async function* pieces(content: AsyncIterable<Uint8Array>) {
    for await (const piece of content) {
      taken += piece.length;
      beforePiece(taken);
      yield piece;
    }
  }
  return {
    ...storage,
    put: (key, content) => storage.put(key, pieces(content)),
  };
}

/** A form whose content part is sent, and the server's end of its connection. */
async function beginForm(): Promise<{ request: ClientRequest; socket: Socket }> {
  const { hostname, port } = new URL(server.address);
  // First, as it may set a cookie.
  const token = await client.csrfToken();
  const incoming = once(server.app.server, 'request') as Promise<[IncomingMessage]>;
  const request = httpRequest({
    hostname,
    port,
    method: 'POST',
    path: calls.createTest.path,
    headers: {
      cookie: client.cookieHeader(),
      'x-xsrf-token': token,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  request.write(`${partHead('content')}${JSON.stringify(MMS_PAYLOAD)}\r\n`);
  const [{ socket }] = await incoming;
  return { request, socket };
}

const partHead = (name: string, more = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

test('ten files of 10 MB pass through while memory never holds more than a small part of one', async () => {
  const video = isoVideo('isom', MEDIA_SIZE_LIMIT - isoVideo('isom', 0).length);
  taken = 0;
  let mostHeld = 0;
  const { request, socket } = await beginForm();
  beforePiece = (sofar) => {
    mostHeld = Math.max(mostHeld, socket.bytesRead - sofar);
  };
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  for (let file = 0; file < 10; file += 1) {
    request.write(partHead('files', `; filename="${file}.mp4"`));
    for (let at = 0; at < video.length; at += 1_048_576) {
      if (!request.write(video.subarray(at, at + 1_048_576))) await once(request, 'drain');
    }
    request.write('\r\n');
  }
  request.end(`--${BOUNDARY}--\r\n`);
  const [response] = await answered;
  const made = calls.createTest.answer.parse(JSON.parse(await text(response)));
  expect(response.statusCode).toBe(201);
  expect(made.mediaFiles.map(({ size }) => size)).toEqual(Array(10).fill(MEDIA_SIZE_LIMIT));
  expect(taken).toBe(10 * MEDIA_SIZE_LIMIT);
  expect(mostHeld).toBeLessThan(1_048_576);
}, 60_000);

test('a client that disconnects during a file leaves nothing behind, of this file or earlier ones', async () => {
  const before = await server.storedFiles();
  const half = Promise.withResolvers<void>();
  taken = 0;
  beforePiece = (sofar) => {
    if (sofar > 600_000) half.resolve();
  };
  const { request } = await beginForm();
  request.on('error', () => undefined);
  request.write(`${partHead('files', '; filename="whole.mp4"')}`);
  request.write(isoVideo('isom', 100_000));
  request.write(`\r\n${partHead('files', '; filename="half.mp4"')}`);
  request.write(isoVideo('isom', 800_000).subarray(0, 700_000));
  await half.promise;
  expect(await server.storedFiles()).toHaveLength(before.length + 2);
  request.destroy();
  // Each poll is a database round trip; the test's timeout ends it if the files stay.
  while ((await server.storedFiles()).length > before.length || (await countRows()) > 0);
  expect(await server.storedFiles()).toEqual(before);
});

/** Records of this upload, and files that no test uses. */
async function countRows(): Promise<number> {
  const notes = await server.db.selectFrom('media_uploads').select('storage_key').execute();
  const files = await server.db
    .selectFrom('media_files')
    .select('id')
    .where('unused_since', 'is not', null)
    .execute();
  return notes.length + files.length;
}
