/** The sweep deletes unused files after a day, in any process, and keeps those in use. */
import { calls } from '@textprobe/contract/calls';
import { mediaPath } from '@textprobe/contract/media';
import { silentLog } from '@textprobe/database/core/log';
import { beginUpload } from '@textprobe/database/media/media-files';
import { newStorageKey } from '@textprobe/media/media-storage';
import { picture } from '@textprobe/media/testing/sample-files';
import { beforeEach, expect, test } from 'vitest';
import { createMediaIntake } from '../../media/media-intake.ts';
import { formOf, MMS_PAYLOAD } from '../../testing/forms.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { openTestServer } from '../../testing/test-server.ts';
import { sweepMedia, UNUSED_KEPT_MS } from './media-sweep.ts';

const HOUR = 3_600_000;
let client: TestClient;
const { server } = await openTestServer();
const intake = createMediaIntake({ ...server, log: server.app.log });
const png = await picture('png');
beforeEach(async () => {
  await server.db.deleteFrom('tests').execute();
  const rows = await server.db.deleteFrom('media_files').returning('storage_key').execute();
  for (const row of rows) await server.storage.remove(row.storage_key);
  // The session ends within a day.
  client = await server.operator();
});

const sweep = () => sweepMedia({ ...server, log: silentLog });
const advance = (ms: number) => server.clock.advance(ms);
async function* content() {
  yield png;
}
const store = () =>
  intake.store({ name: 'cat.png', content: content() }, { originalUrl: null, createdBy: null });
const make = (media: string[] = []) => {
  const body = formOf({ ...MMS_PAYLOAD, mediaURLs: { media } }, media.length === 0 ? [[png, 'cat.png']] : []);
  return client.call(calls.createTest, { body });
};
const remaining = async () => (await server.storedFiles()).length;

test('deletes a file that was never used after a day, with its thumbnail', async () => {
  const { id } = await store();
  await client.send('GET', `${mediaPath(id)}/thumbnail`);
  expect(await remaining()).toBe(2);
  await advance(UNUSED_KEPT_MS - 1);
  expect(await sweep()).toBe(0);
  await advance(1);
  expect(await sweep()).toBe(1);
  expect(await remaining()).toBe(0);
  expect(await server.db.selectFrom('media_files').selectAll().execute()).toEqual([]);
});

test('deletes a file one day after the last test that used it was deleted', async () => {
  const first = await make();
  const second = await make(first.mediaURLs.media);
  await advance(3 * UNUSED_KEPT_MS);
  expect(await sweep()).toBe(0);
  client = await server.operator();
  await client.call(calls.deleteTest, { query: { testId: first.testId } });
  await advance(2 * UNUSED_KEPT_MS);
  expect(await sweep()).toBe(0);
  client = await server.operator();
  await client.call(calls.deleteTest, { query: { testId: second.testId } });
  expect(await sweep()).toBe(0);
  await advance(UNUSED_KEPT_MS);
  expect(await sweep()).toBe(1);
  expect(await remaining()).toBe(0);
});

test('keeps a file that is used again within the day', async () => {
  const first = await make();
  await client.call(calls.deleteTest, { query: { testId: first.testId } });
  await sweep();
  await advance(UNUSED_KEPT_MS - HOUR);
  client = await server.operator();
  const second = await make(first.mediaURLs.media);
  await advance(2 * UNUSED_KEPT_MS);
  expect(await sweep()).toBe(0);
  expect(second.mediaFiles).toHaveLength(1);
  expect(await remaining()).toBe(1);
});

test('concurrent sweeps delete each file once, and nothing else', async () => {
  const kept = await make();
  await Promise.all(Array.from({ length: 20 }, store));
  await advance(UNUSED_KEPT_MS);
  await Promise.all([sweep(), sweep(), sweep(), sweep()]);
  expect(await remaining()).toBe(1);
  client = await server.operator();
  expect((await client.send('GET', kept.mediaURLs.media[0] as string)).status).toBe(200);
});

test('a file that a new test is about to use is kept or refused, never lost', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await store();
    await advance(UNUSED_KEPT_MS);
    client = await server.operator();
    const body = { ...MMS_PAYLOAD, mediaURLs: { media: [mediaPath(id)] } };
    const [response] = await Promise.all([client.send('POST', calls.createTest.path, { body }), sweep()]);
    const served = await client.send('GET', mediaPath(id));
    expect([response.status, served.status]).toEqual(response.status === 201 ? [201, 200] : [422, 404]);
    await served.arrayBuffer();
  }
});

test('deletes the remains of an interrupted upload after a day', async () => {
  const key = newStorageKey();
  await beginUpload(server.db, key, server.clock.now());
  await server.storage.put(key, content());
  await beginUpload(server.db, newStorageKey(), server.clock.now());
  await advance(UNUSED_KEPT_MS);
  expect(await sweep()).toBe(0);
  await advance(1);
  expect(await sweep()).toBe(2);
  expect(await remaining()).toBe(0);
  expect(await server.db.selectFrom('media_uploads').selectAll().execute()).toEqual([]);
});

test('a failed deletion is retried and does not block the others', async () => {
  const first = await store();
  await store();
  await advance(UNUSED_KEPT_MS);
  let failing = true;
  const { storage_key: stuck } = await server.db
    .selectFrom('media_files')
    .select('storage_key')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  const storage = {
    ...server.storage,
    async remove(key: string) {
      if (failing && key === stuck) throw new Error('the bucket is unreachable');
      await server.storage.remove(key);
    },
  };
  expect(await sweepMedia({ ...server, storage, log: silentLog })).toBe(1);
  // A dropped file must not be used again: its bytes may be deleted at any moment.
  client = await server.operator();
  expect((await client.send('GET', mediaPath(first.id))).status).toBe(404);
  failing = false;
  expect(await sweepMedia({ ...server, storage, log: silentLog })).toBe(1);
  expect(await remaining()).toBe(0);
});
