/** Notifications of the database reach listeners. */
import { silentLog } from '@textprobe/database/core/log';
import { notifyTests } from '@textprobe/database/live/channels';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { createLiveFeed } from './live-feed.ts';

test('CALL-25 a notification from one process reaches every subscriber of another', async () => {
  const { db, url, drop } = await createTestDatabase();
  const feed = await createLiveFeed({ url, clock: createManualClock(), log: silentLog });
  try {
    const first = new Promise((resolve) => feed.subscribe(resolve));
    const unsubscribe = feed.subscribe(() => {
      throw new Error('called after it unsubscribed');
    });
    unsubscribe();
    await notifyTests(db, [4, 2]);
    expect(await first).toEqual({ testIds: [4, 2] });
  } finally {
    await feed.close();
    await drop();
  }
});
