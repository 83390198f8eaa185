import { insertMediaFile, setTestMedia } from '@textprobe/database/media/media-files';
import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from './testing/fake-gateway.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

test('an MMS is never submitted to a gateway without MMS: it ends as rejected with a reason, and an SMS next to it is sent', async () => {
  world = await createWorld({ offices: 1, phones: 2 });
  const gateway = createFakeGateway();
  await world.startEngine(gateway);
  const mms = await world.createTest({ body: 'A picture', messageType: 'MMS' });
  const ended = await world.until(async () => {
    const row = await world.test(mms);
    return row.execution_status === 'FAILED' && row;
  });
  expect(ended.next_due).toBeNull();
  const messages = await world.messagesOf(mms);
  expect(messages).toHaveLength(2);
  for (const message of messages) {
    expect(message).toMatchObject({
      message_type: 'MMS',
      submission_state: 4,
      submission_error: 'This gateway does not send MMS.',
      status: 3,
    });
    expect(message.settled_at).not.toBeNull();
  }
  expect(gateway.submissions).toEqual([]);

  await world.createTest({ body: 'Only text' });
  await gateway.submitted(2);
  expect(gateway.submissions.every(({ text }) => text.startsWith('Only text'))).toBe(true);
});

async function createMms(): Promise<{ testId: number; mediaIds: string[] }> {
  const mediaIds = ['b', 'a'].map((letter) => letter.repeat(32));
  for (const id of mediaIds) {
    const file = { name: `${id}.png`, type: 'image/png', size: 1, width: null, height: null };
    const kept = { sha256: Buffer.alloc(32), originalUrl: null, createdBy: null };
    await insertMediaFile(world.db, { id, storageKey: id, ...file, ...kept }, Date.now());
  }
  const testId = await world.createTest({ body: 'A picture', messageType: 'MMS' });
  await world.db.transaction().execute((tx) => setTestMedia(tx, testId, mediaIds));
  return { testId, mediaIds };
}

test('an MMS is submitted with links to its files in order, an SMS with none', async () => {
  world = await createWorld();
  const gateway = createFakeGateway({ sendsMms: true });
  const { mediaIds } = await createMms();
  await world.startEngine(gateway, { linkMedia: (id) => `https://textprobe.example/${id}` });
  await gateway.submitted(1);
  expect(gateway.submissions[0]?.media).toEqual(
    mediaIds.map((id) => ({ url: `https://textprobe.example/${id}` })),
  );
  await world.createTest({ body: 'Only text' });
  await gateway.submitted(2);
  expect(gateway.submissions[1]?.media).toEqual([]);
});

test('an MMS whose files cannot be fetched is not sent without them', async () => {
  world = await createWorld();
  const gateway = createFakeGateway({ sendsMms: true });
  const { testId } = await createMms();
  await world.startEngine(gateway);
  await world.until(async () => (await world.test(testId)).execution_status === 'FAILED');
  expect((await world.messagesOf(testId))[0]?.submission_error).toContain('PUBLIC_URL');
  expect(gateway.submissions).toEqual([]);
});
