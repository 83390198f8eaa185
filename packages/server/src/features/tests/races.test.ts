/**
 * Changes and deletions of a test that race the start of its run, over real HTTP with a real worker: either the change wins
 * and the new content is sent, or it is refused and the old content is; never both, never a mixture.
 */
import { calls } from '@textprobe/contract/calls';
import { problemSchema } from '@textprobe/contract/problem';
import type { Database } from '@textprobe/database/core/connection';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { createRaceWorld, type RaceWorld } from '../../testing/race-world.ts';

const { createTest, updateTest, deleteTest, getTest, authStatus } = calls;
/** Repetitions of each kind of race; 200 in the long version. */
const ROUNDS = soakTimes(20);
vi.setConfig({ testTimeout: 1_000 * ROUNDS });

let race: RaceWorld;
afterEach(() => race.close());

/** Makes rivals meet: adjusts the number of calls to wait around the point where the start wins. */
function createAim() {
  let waits = 0;
  return {
    async wait() {
      for (let call = 0; call < waits; call += 1) await race.client.call(authStatus);
    },
    learn(won: boolean) {
      waits = won ? waits * 2 + 1 : Math.max(0, waits - 1);
    },
  };
}

async function create(body: string, phones = 1): Promise<number> {
  const { testId } = await race.client.call(createTest, { body: race.payload(body, phones) });
  return testId;
}

async function refused(response: Response): Promise<void> {
  expect(response.status).toBe(409);
  const { detail } = problemSchema.parse(await response.json());
  expect(detail).toContain('execution status');
}

test('CALL-8 an update that races the start of the run wins completely or is refused with 409', async () => {
  race = await createRaceWorld();
  const aim = createAim();
  const expected: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const testId = await create(`old ${round}`);
    await aim.wait();
    const body = { testId, ...race.payload(`new ${round}`, 2) };
    const response = await race.client.send('PUT', updateTest.path, { body });
    const won = response.status === 200;
    if (!won) await refused(response);
    aim.learn(won);
    expected.push(...(won ? [`new ${round}`, `new ${round}`] : [`old ${round}`]));
    await race.gateway.submitted(expected.length);
    expect(await race.client.call(getTest, { query: { testId } })).toMatchObject({
      messageBody: won ? `new ${round}` : `old ${round}`,
    });
  }
  await race.close();
  expect(race.sentTexts()).toEqual(expected);
});

test('CALL-9 a delete that races the start of the run leaves nothing to send or is refused with 409', async () => {
  race = await createRaceWorld();
  const aim = createAim();
  const expected: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const testId = await create(`doomed ${round}`);
    await aim.wait();
    const response = await race.client.send('DELETE', deleteTest.path, { query: { testId } });
    const won = response.status === 204;
    if (!won) await refused(response);
    aim.learn(won);
    if (!won) expected.push(`doomed ${round}`);
    await race.gateway.submitted(expected.length);
  }
  // A deleted test would have been sent before this one.
  await create('last');
  expected.push('last');
  await race.gateway.submitted(expected.length);
  await race.close();
  expect(race.sentTexts()).toEqual(expected);
});

test('CALL-8 one of several racing updates wins completely, and a delete among them ends them all', async () => {
  race = await createRaceWorld();
  const { client } = race;
  for (let round = 0; round < ROUNDS; round += 1) {
    const scheduledTimestamp = '2030-01-01T10:00:00.000-08:00';
    const later = { testType: 'SCHEDULED', scheduledTimestamp };
    const { testId } = await client.call(createTest, { body: { ...race.payload('first', 1), ...later } });
    const token = await client.csrfToken();
    const updates = [1, 2, 3].map(async (phones) => {
      const body = { testId, ...race.payload(`for ${phones}`, phones), ...later };
      return (await client.send('PUT', updateTest.path, { body, token })).status;
    });
    const deletes =
      round % 2 === 0 ? [] : [client.send('DELETE', deleteTest.path, { query: { testId }, token })];
    const statuses = await Promise.all(updates);
    const [deleted] = await Promise.all(deletes);
    if (deleted === undefined) {
      expect(statuses).toEqual([200, 200, 200]);
      const { messageBody, phoneIDs } = await client.call(getTest, { query: { testId } });
      expect(messageBody).toBe(`for ${phoneIDs.phoneIDs.length}`);
    } else {
      expect(deleted.status).toBe(204);
      for (const status of statuses) expect([200, 404]).toContain(status);
      expect(await client.problem(getTest, { query: { testId } })).toMatchObject({ status: 404 });
    }
  }
  expect(race.sentTexts()).toEqual([]);
});

/**
 * Makes the second of two rivals arrive while the first holds the test. A start never waits for a test that is being
 * changed, so it is held up by the lock under which it allocates message ids.
 */
async function inOrder(
  testId: number,
  rivals: readonly (() => Promise<unknown>)[],
  { startsFirst }: { startsFirst: boolean },
): Promise<void> {
  const { db } = race.world;
  const going: Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    if (startsFirst) await sql`select pg_advisory_xact_lock(hashtext('textprobe message ids'))`.execute(tx);
    else await sql`select 1 from tests where id = ${testId} for update`.execute(tx);
    for (const [index, rival] of rivals.entries()) {
      going.push(rival());
      const blocked = startsFirst ? index + 1 : 1;
      await expect.poll(() => countBlocked(db), { timeout: 20_000 }).toBe(blocked);
    }
    // By then the start has skipped the test: a start that looks when the lock is released is faster than a waiting change.
    if (!startsFirst) await going.at(-1);
  });
  await Promise.all(going);
}

/** Outside the transaction, which would keep seeing the activity of its first query. */
async function countBlocked(db: Database): Promise<number> {
  const { rows } = await sql<{ blocked: number }>`
    select count(*) as blocked from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.blocked ?? 0;
}

test.each([
  ['an update, then the start: the new content is sent', 'update', true],
  ['the start, then an update: it is refused, the old content is sent', 'update', false],
  ['a delete, then the start: nothing is sent', 'delete', true],
  ['the start, then a delete: it is refused, the content is sent', 'delete', false],
] as const)(
  'CALL-8, CALL-9 when one arrives while the other holds the test: %s',
  async (_order, change, first) => {
    race = await createRaceWorld({ working: false });
    const { client } = race;
    const testId = await create('old', 2);
    const token = await client.csrfToken();
    const answer = Promise.withResolvers<Response>();
    async function ask(): Promise<void> {
      answer.resolve(
        change === 'update'
          ? await client.send('PUT', updateTest.path, { body: { testId, ...race.payload('new', 1) }, token })
          : await client.send('DELETE', deleteTest.path, { query: { testId }, token }),
      );
    }
    async function startAnother(): Promise<void> {
      await race.work();
      await create('another');
      await race.gateway.submitted(1);
    }
    await inOrder(testId, first ? [ask, startAnother] : [race.work, ask], { startsFirst: !first });
    const response = await answer.promise;
    if (first) expect(response.status).toBe(change === 'update' ? 200 : 204);
    else await refused(response);
    const expected = first ? ['another', ...(change === 'update' ? ['new'] : [])] : ['old', 'old'];
    await race.gateway.submitted(expected.length);
    await create('last');
    await race.gateway.submitted(expected.length + 1);
    await race.close();
    expect(race.sentTexts()).toEqual([...expected, 'last']);
  },
);
