/** The environment of the kill matrix: a database, two counting carriers, phones that retry their posts, and workers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '@textprobe/carrier-lab/random';
import { withClaims } from '@textprobe/database/messages/held-messages';
import { testKeyOf } from '@textprobe/engine/testing/serve-inbox';
import { createWorld, type World } from '@textprobe/engine/testing/world';
import { type Addressed, type CarrierMessage, startCountingSmsc } from './counting-smsc.ts';
import type { KillPoint } from './kill-points.ts';
import { createWorkers, type Worker } from './worker-processes.ts';

export interface KillWorld {
  readonly world: World;
  readonly random: Random;
  /** The tags of the tests, by test id. */
  readonly tags: ReadonlyMap<number, string>;
  /** Every message that a carrier received, by tag, sender and recipient. */
  carried(): ReadonlyMap<string, CarrierMessage>;
  /** Submissions whose intent was not yet in the database when they arrived. */
  readonly withoutIntent: readonly Addressed[];
  /** Receipts and posts that are not acknowledged yet. */
  pending(): number;
  /** Creates a test with messages of one to three parts, for both carriers. */
  feed(): Promise<void>;
  startWorker(life: { point: KillPoint | null; nth: number }): Worker;
  close(): Promise<void>;
}

/** A claim without an outcome for this long belongs to a dead worker; no submission takes as long. */
export const LEASE_MS = 3_000;

const CARRIERS = ['a', 'b'];
const PHONES = 3;
const RETRY_MS = 60;
/** Bodies that fill one, two and three parts, including the code at their end. */
const LENGTHS = [20, 200, 350];

export async function createKillWorld(options: { seed: string; writesFirst: boolean }): Promise<KillWorld> {
  const random = createRandom(options.seed);
  const world = await createWorld({ offices: CARRIERS.length, phones: PHONES });
  const { db } = world;
  const keys = await db.selectFrom('test_phones').select(['id', 'phone_number as number']).execute();
  const keyOfPhone = new Map(keys.map(({ id, number }) => [number, testKeyOf(id)]));
  const workers = createWorkers();
  const tags = new Map<number, string>();
  const withoutIntent: Addressed[] = [];
  let intentChecks = Promise.resolve();
  let posting = 0;
  let closed = false;
  let created = 0;
  let started = 0;

  const smscs = await Promise.all(
    CARRIERS.map((prefix) =>
      startCountingSmsc({
        prefix,
        random: random.fork(prefix).next,
        onSubmission(of) {
          const check = hasIntent(of).then((has) => void (has || withoutIntent.push(of)));
          intentChecks = intentChecks.then(() => check);
        },
        onText: (of, text) => void post(of, text),
      }),
    ),
  );
  const gatewayIds = await seedGateways();
  const gateways = smscs.map(({ port }, index) => ({ id: gatewayIds[index] as number, port }));

  /** The default gateway, and a second one for the last office. */
  async function seedGateways(): Promise<number[]> {
    const { id } = await db
      .insertInto('gateways')
      .values({ name: 'second', kind: 'fake', is_default: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    const officeId = world.officeIds.at(-1) as number;
    await db.updateTable('offices').set({ gateway_id: id }).where('id', '=', officeId).execute();
    return [world.gatewayId, id];
  }

  /** Whether the intent is committed, which it must be before the first octet is written. */
  async function hasIntent({ tag, from, to }: Addressed): Promise<boolean> {
    const rows = await db
      .selectFrom('messages as m')
      .innerJoin('tests as t', 't.id', 'm.test_id')
      .selectAll('m')
      .where('t.body', 'like', `${tag} %`)
      .where('m.sender', '=', from)
      .where('m.recipient', '=', to)
      .execute();
    const claimed = await withClaims(db, rows);
    return claimed.length === 1 && claimed.every((row) => row.submission_state > 0);
  }

  /** Posts to any running inbox until one answers 200. */
  async function post({ from, to }: Addressed, text: string): Promise<void> {
    posting += 1;
    while (!closed) {
      const ports = workers.inboxes();
      const port = ports[Math.floor(random.next() * ports.length)];
      const answer =
        port === undefined
          ? null
          : await fetch(
              `http://127.0.0.1:${port}/api/tests/sm/v1/deliverabilitytestlogs/message-received/sms`,
              {
                method: 'POST',
                headers: { authorization: `Bearer ${keyOfPhone.get(to)}` },
                body: JSON.stringify({ messageCode: text, messageBody: text, sender: from }),
              },
            ).catch(() => null);
      if (answer?.status === 200) break;
      await sleep(RETRY_MS);
    }
    posting -= 1;
  }

  return {
    world,
    random,
    tags,
    withoutIntent,
    carried: () => new Map(smscs.flatMap(({ messages }) => [...messages])),
    pending: () => posting + smscs.reduce((sum, smsc) => sum + smsc.unacknowledged(), 0),
    async feed() {
      const length = LENGTHS[created % LENGTHS.length] as number;
      const tag = `T${(created += 1)};`;
      const body = `${tag} `.repeat(Math.ceil(length / (tag.length + 1))).trim();
      tags.set(await world.createTest({ body }), tag);
    },
    startWorker({ point, nth }) {
      const { url } = world;
      const { writesFirst } = options;
      const workerId = `worker ${(started += 1)}`;
      return workers.start({ url, workerId, gateways, leaseMs: LEASE_MS, point, nth, writesFirst });
    },
    async close() {
      closed = true;
      await workers.close();
      await Promise.all(smscs.map((smsc) => smsc.close()));
      await intentChecks;
      await world.close();
    },
  };
}
