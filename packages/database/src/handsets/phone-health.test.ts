import { currentAbsence, type PhonePresence } from '@textprobe/domain/phone-presence';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import {
  countOfflinePhones,
  findHandsetWatch,
  keepHandsetWatch,
  listPhonesHealth,
  type PhoneSign,
  readPresences,
  recordPhoneSigns,
} from './phone-health.ts';

const MINUTE = 60_000;
const OFFLINE_AFTER = 15 * MINUTE;
const NOON = Date.parse('2026-11-21T12:00:00Z');
const after = (minutes: number) => NOON + minutes * MINUTE;

const database = await createTestDatabase();
const rows = await database.db
  .insertInto('test_phones')
  .values(
    ['+12025550201', '+12025550202', '+12025550203'].map((number) => ({
      name: number,
      phone_number: number,
      carrier: 'AT&T',
    })),
  )
  .returning('id')
  .execute();
const phones = rows.map(({ id }) => id);
beforeEach(async () => {
  await database.db.deleteFrom('phone_health').execute();
  await database.db.deleteFrom('handset_watch').execute();
});
afterAll(() => database.drop());

function sign(of: { at: number; phone?: number; ping?: PhoneSign['ping']; source?: string }): PhoneSign {
  const { at, phone = 0, ping = { battery: 0.5, charging: false, network: 'wifi' }, source = 'native' } = of;
  return { phoneId: phones[phone] as number, at, ping, source };
}

const record = (...signs: PhoneSign[]) => recordPhoneSigns(database.db, signs, OFFLINE_AFTER);
const listen = (at: number) => keepHandsetWatch(database.db, { now: at, lapseMs: OFFLINE_AFTER / 3 });

async function presenceOfFirst(): Promise<PhonePresence> {
  const { phones: known } = await readPresences(database.db, phones);
  return known.get(phones[0] as number) as PhonePresence;
}

/** The first phone pings regularly until then. */
async function pingUntil(at: number): Promise<void> {
  for (const before of [10, 5, 0]) await record(sign({ at: at - before * MINUTE }));
}

describe('signs of life', () => {
  test('store what the latest ping said, and when the phone was last seen', async () => {
    await record(sign({ at: after(0) }));
    const full = { battery: 1, charging: true, network: 'LTE' };
    await record(sign({ at: after(5), ping: full }), sign({ at: after(6), phone: 1, ping: null }));
    await record(sign({ at: after(7), ping: null, source: 'httpsms' }));
    expect(await listPhonesHealth(database.db, ALL_PARTNERS)).toMatchObject([
      { ...full, phone_id: phones[0], heard_at: after(7), pinged_at: after(5), source: 'httpsms' },
      { battery: null, charging: null, phone_id: phones[1], heard_at: after(6), pinged_at: null },
    ]);
  });

  test('that arrive late change nothing', async () => {
    await record(sign({ at: after(5) }));
    const before = await listPhonesHealth(database.db, ALL_PARTNERS);
    await record(sign({ at: after(0), ping: { battery: 0.1, charging: true, network: 'LTE' }, source: 'x' }));
    expect(await listPhonesHealth(database.db, ALL_PARTNERS)).toEqual(before);
  });

  test('of a phone that is not in the directory are ignored', async () => {
    await record({ ...sign({ at: after(0) }), phoneId: 999_999 }, sign({ at: after(0), phone: 1 }));
    expect(await listPhonesHealth(database.db, ALL_PARTNERS)).toMatchObject([{ phone_id: phones[1] }]);
  });

  test('record the absence that they end, and keep it until the next', async () => {
    await listen(after(-60));
    await pingUntil(after(0));
    await record(sign({ at: after(14.9) }));
    expect((await presenceOfFirst()).absence).toBeNull();
    await record(sign({ at: after(40) }));
    const absence = { from: after(14.9), until: after(40) };
    expect((await presenceOfFirst()).absence).toEqual(absence);
    await record(sign({ at: after(45) }));
    expect(await presenceOfFirst()).toEqual({ lastSeenAt: after(45), regularAt: after(14.9), absence });
  });

  test('show that a phone pings regularly, from the third that follows soon after the previous one', async () => {
    const regularAt = async () => (await presenceOfFirst())?.regularAt;
    for (const minute of [0, 20, 34, 60, 75]) await record(sign({ at: after(minute) }));
    expect(await regularAt()).toBeUndefined();
    await record(sign({ at: after(80) }));
    await record(sign({ at: after(85), ping: null }));
    expect(await regularAt()).toBeUndefined();
    await record(sign({ at: after(94) }));
    expect(await regularAt()).toBe(after(94));
    await record(sign({ at: after(200) }));
    expect(await regularAt()).toBe(after(94));
  });

  test('written by many processes at once never deadlock, and none is lost', async () => {
    const writes = Array.from({ length: 40 }, (_, index) =>
      record(...[0, 1, 2].map((phone) => sign({ at: after(index % 7), phone: (phone + index) % 3 }))),
    );
    await Promise.all(writes);
    expect((await listPhonesHealth(database.db, ALL_PARTNERS)).map((row) => row.heard_at)).toEqual(
      Array.from({ length: 3 }, () => after(6)),
    );
  });
});

describe('the watch over handsets', () => {
  test('continues while a server listens, and starts over after a lapse', async () => {
    expect(await findHandsetWatch(database.db)).toBeNull();
    await listen(after(0));
    await listen(after(4));
    expect(await findHandsetWatch(database.db)).toEqual({ from: after(0), until: after(4) });
    await listen(after(9));
    expect(await findHandsetWatch(database.db)).toEqual({ from: after(0), until: after(9) });
    await listen(after(14.1));
    expect(await findHandsetWatch(database.db)).toEqual({ from: after(14.1), until: after(14.1) });
  });

  test('our own downtime does not count as absence of a phone, neither during nor after it', async () => {
    await listen(after(0));
    await pingUntil(after(0));
    await listen(after(60));
    expect(await countOfflinePhones(database.db, OFFLINE_AFTER)).toBe(0);
    await record(sign({ at: after(61) }));
    expect((await presenceOfFirst()).absence).toBeNull();
  });

  test('a phone that stays silent afterwards is offline once the threshold has passed again', async () => {
    await listen(after(0));
    await pingUntil(after(0));
    for (const minute of [60, 64, 68, 72]) await listen(after(minute));
    expect(await countOfflinePhones(database.db, OFFLINE_AFTER)).toBe(0);
    await listen(after(75));
    expect(await countOfflinePhones(database.db, OFFLINE_AFTER)).toBe(1);
    const { watch } = await readPresences(database.db, phones);
    expect(currentAbsence(await presenceOfFirst(), watch, OFFLINE_AFTER)).toEqual({
      from: after(60),
      until: after(75),
    });
  });
});
