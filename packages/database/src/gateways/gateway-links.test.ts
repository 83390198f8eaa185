import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { countBoundElsewhere, findLinks, publishLinkStates } from './gateway-links.ts';
import { registerGateways } from './gateways.ts';

const NOON = Date.UTC(2026, 10, 21, 20);
const SECOND_MS = 1_000;

const database = await createTestDatabase();
const plain = { kind: 'smpp', isDefault: false, sendsMms: false, isDefaultMms: false };
const ids = await registerGateways(database.db, [
  { ...plain, name: 'acme' },
  { ...plain, name: 'other' },
]);
const acme = ids.get('acme') ?? 0;
const other = ids.get('other') ?? 0;
afterAll(() => database.drop());

const down = (gatewayId: number, since: number, reason = 'Nothing listens there.') =>
  ({ gatewayId, link: 'down', since, reason }) as const;
const up = (gatewayId: number, since: number) => ({ gatewayId, link: 'up', since, reason: null }) as const;

test('a gateway is up if one worker can send, otherwise down since the last one could send', async () => {
  const { db } = database;
  expect(await findLinks(db, NOON)).toEqual(new Map());
  await publishLinkStates(db, {
    workerId: 'a',
    links: [down(acme, NOON - 60_000), up(other, NOON - 5_000)],
    now: NOON,
  });
  await publishLinkStates(db, {
    workerId: 'b',
    links: [down(acme, NOON - 30_000), up(other, NOON - 9_000)],
    now: NOON,
  });
  expect(await findLinks(db, NOON)).toEqual(
    new Map([
      [acme, { link: 'down', since: NOON - 30_000, reason: 'Nothing listens there.' }],
      [other, { link: 'up', since: NOON - 9_000, reason: null }],
    ]),
  );
  await publishLinkStates(db, { workerId: 'a', links: [up(acme, NOON), up(other, NOON - 5_000)], now: NOON });
  expect((await findLinks(db, NOON)).get(acme)).toEqual({
    link: 'up',
    since: NOON,
    reason: '1 of 2 workers are connected. Nothing listens there.',
  });
});

test('the state of a worker that stops publishing, or dies, expires', async () => {
  const { db } = database;
  await publishLinkStates(db, { workerId: 'a', links: [up(acme, NOON)], now: NOON + 15 * SECOND_MS });
  expect((await findLinks(db, NOON + 15 * SECOND_MS)).get(other)).toEqual({
    link: 'up',
    since: NOON - 9_000,
    reason: null,
  });
  // By now the other worker has been silent for longer than a live one would be.
  expect([...(await findLinks(db, NOON + 21 * SECOND_MS)).keys()]).toEqual([acme]);
  await publishLinkStates(db, { workerId: 'a', links: [], now: NOON + 21 * SECOND_MS });
  expect(await db.selectFrom('gateway_links').selectAll().execute()).toEqual([]);
});

test('GUARD-9 counts other workers bound with the same settings, for as long as they publish it', async () => {
  const { db } = database;
  const elsewhere = (settings: string, now = NOON) =>
    countBoundElsewhere(db, { gatewayId: acme, workerId: 'a', settings, now });
  const publish = (workerId: string, link: object) =>
    publishLinkStates(db, { workerId, links: [{ ...up(acme, NOON), settings: 'new', ...link }], now: NOON });
  await publish('a', {});
  expect(await elsewhere('new')).toBe(0);
  await publish('b', {});
  await publish('c', { settings: 'old' });
  await publish('d', { link: 'down' });
  await publish('e', { settings: null });
  expect(await elsewhere('new')).toBe(1);
  expect(await elsewhere('old')).toBe(1);
  expect(await elsewhere('new', NOON + 21 * SECOND_MS)).toBe(0);
});
