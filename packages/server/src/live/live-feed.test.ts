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
    await notifyTests(db, [
      { id: 4, partnerIds: [2, 1] },
      { id: 3, partnerIds: [1] },
      { id: 2, partnerIds: [1, 2] },
    ]);
    expect(await first).toEqual([
      { partnerIds: [1, 2], testIds: [4, 2] },
      { partnerIds: [1], testIds: [3] },
    ]);
  } finally {
    await feed.close();
    await drop();
  }
});

test('ACCT-2 a notification too long for its tests names their partners, and one too long for these names none', async () => {
  const { db, url, drop } = await createTestDatabase();
  const feed = await createLiveFeed({ url, clock: createManualClock(), log: silentLog });
  try {
    const next = () => new Promise((resolve) => feed.subscribe(resolve));
    const ids = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const many = next();
    await notifyTests(
      db,
      ids.map((id) => ({ id, partnerIds: [1 + (id % 2)] })),
    );
    expect(await many).toEqual([
      { partnerIds: [2], testIds: null },
      { partnerIds: [1], testIds: null },
    ]);
    const last = next();
    await notifyTests(
      db,
      ids.map((id) => ({ id, partnerIds: [id] })),
    );
    expect(await last).toBeNull();
  } finally {
    await feed.close();
    await drop();
  }
});
