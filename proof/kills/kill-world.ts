/** The world of the kill matrix: a database, two carriers that count, phones that post until they are heard, and workers. */
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
  /** Tags of the tests, by id. */
  readonly tags: ReadonlyMap<number, string>;
  /** Every message that a carrier has had, by tag, sender and receiver. */
  carried(): ReadonlyMap<string, CarrierMessage>;
  /** Submissions whose intent nobody could read in the database when they came. */
  readonly withoutIntent: readonly Addressed[];
  /** What carriers and phones have still to be rid of. */
  pending(): number;
  /** A test of a few messages of one to three parts, some to each carrier. */
  feed(): Promise<void>;
  startWorker(life: { point: KillPoint | null; nth: number }): Worker;
  close(): Promise<void>;
}

/** After so long without an outcome a claim is that of a dead worker: longer than a submission can take. */
export const LEASE_MS = 3_000;

const CARRIERS = ['a', 'b'];
const PHONES = 3;
const RETRY_MS = 60;
/** Lengths of one, two and three parts, with the code at their end. */
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
  let asked = Promise.resolve();
  let posting = 0;
  let closed = false;
  let fed = 0;
  let lives = 0;

  const smscs = await Promise.all(
    CARRIERS.map((prefix) =>
      startCountingSmsc({
        prefix,
        random: random.fork(prefix).next,
        onSubmission(of) {
          const asking = hasIntent(of).then((has) => void (has || withoutIntent.push(of)));
          asked = asked.then(() => asking);
        },
        onText: (of, text) => void post(of, text),
      }),
    ),
  );
  const gatewayIds = await seedGateways();
  const gateways = smscs.map(({ port }, index) => ({ id: gatewayIds[index] as number, port }));

  /** The default one, and another for the last office. */
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

  /** What is committed before the first octet is written can be read by anybody when the octets have come. */
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

  /** To any inbox that listens, until one says 200. */
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
      const length = LENGTHS[fed % LENGTHS.length] as number;
      const tag = `T${(fed += 1)};`;
      const body = `${tag} `.repeat(Math.ceil(length / (tag.length + 1))).trim();
      tags.set(await world.createTest({ body }), tag);
    },
    startWorker({ point, nth }) {
      const { url } = world;
      const { writesFirst } = options;
      const workerId = `life ${(lives += 1)}`;
      return workers.start({ url, workerId, gateways, leaseMs: LEASE_MS, point, nth, writesFirst });
    },
    async close() {
      closed = true;
      await workers.close();
      await Promise.all(smscs.map((smsc) => smsc.close()));
      await asked;
      await world.close();
    },
  };
}
