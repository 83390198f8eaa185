/** MMS of handset sources: files are fetched after the answer or included in the report, and not falsely reported missing. */
import { fetchLink as fetchFromInternet } from '@textprobe/media/fetch-link';
import { MediaRefused } from '@textprobe/media/media-refused';
import { picture } from '@textprobe/media/testing/sample-files';
import type { FetchLink } from '@textprobe/server/media/media-intake';
import { afterEach, expect, test } from 'vitest';
import { mmsOf, PIXEL, smsOf, TWILIO } from '../testing/source-payloads.ts';
import { openSourceSite, type SourceSite } from '../testing/source-site.ts';

let site: SourceSite;
afterEach(() => site.close());

test('CALL-17 a report of Twilio is answered at once; its files are fetched afterwards with its credentials', async () => {
  const bytes = await picture('png', 40, 30);
  const asked: unknown[] = [];
  const fetched = Promise.withResolvers<void>();
  const fetchLink: FetchLink = async (...given) => {
    asked.push(given);
    await fetched.promise;
    return { name: 'ME01', content: contentOf(bytes) };
  };
  site = await openSourceSite({ fetchLink });
  const source = await site.makeSource(TWILIO);
  const { id, text } = await site.makeMessage('MMS');
  const response = await site.postForm(source.path, mmsOf(text, 'https://api.twilio.com/ME01'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(await response.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>');
  expect(await site.receptionsOf(id)).toEqual([]);
  fetched.resolve();
  const [reception] = await site.received(id);
  expect(reception).toMatchObject({
    media: [expect.stringMatching(/^[0-9a-f]{32}$/)],
    files_to_compare: true,
  });
  const credentials = Buffer.from('AC01:the-auth-token').toString('base64');
  expect(asked).toEqual([['https://api.twilio.com/ME01', `Basic ${credentials}`]]);
  expect(await site.server.storedFiles()).toHaveLength(1);
});

test('CALL-17 unreachable files are retried; then the text is delivered, and none of them counts as missing', async () => {
  const fetchLink: FetchLink = async (link) => {
    throw new MediaRefused('media.link', `${link} cannot be fetched: the connection failed.`);
  };
  site = await openSourceSite({ fetchLink });
  const source = await site.makeSource(TWILIO);
  const { id, text } = await site.makeMessage('MMS');
  await site.postForm(source.path, mmsOf(text, 'https://api.twilio.com/ME01'));
  const { db, clock } = site.server;
  const came = clock.now();
  const another = site.openAnother();
  for (const pauseS of [5, 10, 20, 40, 80, 160]) {
    const due = clock.now() + pauseS * 1_000;
    const next = () => db.selectFrom('handset_reports').select('next_try_at').executeTakeFirstOrThrow();
    while ((await next()).next_try_at !== due) await new Promise((resolve) => setImmediate(resolve));
    expect(await site.receptionsOf(id)).toEqual([]);
    await clock.advance(pauseS * 1_000);
    await another.processDue();
  }
  expect(await site.received(id)).toMatchObject([
    { media: [], files_to_compare: false, received_at: came, message_id: id },
  ]);
});

test('CALL-17 links into our own network are refused, and the text does not wait for them', async () => {
  site = await openSourceSite({
    fetchLink: (link, authorization = null) =>
      fetchFromInternet({ clock: site.server.clock, authorization }, link),
  });
  const source = await site.makeSource(TWILIO);
  const { id, text } = await site.makeMessage('MMS');
  await site.postForm(source.path, mmsOf(text, 'https://127.0.0.1/latest/meta-data'));
  // A retry would fail again, so the text is delivered at once.
  expect(await site.received(id)).toMatchObject([{ media: [], files_to_compare: false }]);
  expect(site.logged()).toContain('is not on the public internet');
  expect(await site.server.storedFiles()).toEqual([]);
  expect(site.logged()).not.toContain('the-auth-token');
});

test('CALL-17 the report of a handset’s MMS includes its files, and files that are not pictures are left out', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const { id, text } = await site.makeMessage('MMS');
  const bytes = await picture('jpeg', 60, 40);
  const attachment = (contentType: string, data: Uint8Array) => ({
    partId: 1,
    contentType,
    name: 'photo.jpg',
    size: data.length,
    data: Buffer.from(data).toString('base64'),
  });
  const payload = {
    messageId: 'mms_1',
    sender: '+12025550100',
    recipient: null,
    simNumber: 1,
    body: text,
    subject: null,
    attachments: [
      attachment('application/smil', Buffer.from('<smil/>')),
      attachment('image/jpeg', bytes),
      attachment('image/jpeg', Buffer.from('no picture at all')),
    ],
    receivedAt: '2026-11-21T10:00:04.000-08:00',
  };
  await site.postEnvelope(source, smsOf(text, { event: 'mms:downloaded', payload }));
  const [reception] = await site.received(id);
  expect(reception).toMatchObject({ media: [expect.any(String)], files_to_compare: false });
  expect(await site.server.storedFiles()).toHaveLength(1);
  const [file] = await site.server.db.selectFrom('media_files').selectAll().execute();
  expect(file).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', in_reception: true });
});

test('shutdown does not wait for an unresponsive link', async () => {
  let asked = 0;
  const fetchLink: FetchLink = () => {
    asked += 1;
    return new Promise(() => undefined);
  };
  site = await openSourceSite({ fetchLink });
  const source = await site.makeSource(TWILIO);
  const { text } = await site.makeMessage('MMS');
  await site.postForm(source.path, mmsOf(text, 'https://api.twilio.com/ME01'));
  while (asked < 1) await new Promise((resolve) => setImmediate(resolve));
  const closed = site.stopWork();
  await site.server.clock.advance(1_500);
  await closed;
});

async function* contentOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
