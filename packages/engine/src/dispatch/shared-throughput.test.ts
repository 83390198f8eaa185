import { silentLog } from '@textprobe/database/core/log';
import { findLinks } from '@textprobe/database/gateways/gateway-links';
import { realClock } from '@textprobe/database/testing/real-clock';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { ESME_RBINDFAIL, ESME_ROK } from '@textprobe/smpp/command-status';
import { createSmppServer, type SmppServer } from '@textprobe/smpp/server';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createGatewayShare } from './gateway-share.ts';

const PER_SECOND = 30;
const MESSAGES = 180;
/** In three seconds, at the rate that keeps any ten seconds within the limit although an instant may be used 250 ms late. */
const WINDOW_MS = 3_000;
const AT_MOST = Math.ceil((PER_SECOND * 10 * (WINDOW_MS + 250)) / 10_250);

let world: World;
let smsc: SmppServer;
afterEach(async () => {
  await world.close();
  await smsc.close(0);
});

/** A carrier that records when each message arrived and limits the number of binds. */
async function startSmsc(onSubmit: () => void, maxBinds = 100) {
  const bound = new Set<object>();
  smsc = await createSmppServer({
    clock: realClock,
    authenticate: () => (bound.size < maxBinds ? ESME_ROK : ESME_RBINDFAIL),
    onSession(session) {
      bound.add(session);
      void session.closed.then(() => bound.delete(session));
      let ids = 0;
      session.onSubmitSm((pdu) => {
        onSubmit();
        session.respond(pdu, { status: ESME_ROK, messageId: `${bound.size}-${(ids += 1)}` });
      });
    },
  });
}

/** A separate worker, like in a process of its own. */
function startWorker(workerId: string, settings: Record<string, unknown> = {}): Promise<Engine> {
  const check = checkSmppSettings({
    host: '127.0.0.1',
    port: smsc.port,
    systemId: 'textprobe',
    password: 'secret',
    window: 50,
    ...settings,
  });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const { db, gatewayId } = world;
  const share = createGatewayShare({ db, clock: realClock }, { gatewayId, workerId, settingsMark: 'one' });
  const gateway = createSmppGateway({
    name: workerId,
    clock: realClock,
    log: silentLog,
    settings: check.settings,
    share,
  });
  return world.startEngine(gateway, { workerId });
}

test(`GUARD-9 four workers of a gateway of 30/s submit at most ${AT_MOST} over any three seconds, while one leaves and one joins`, async () => {
  const submits: number[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const submitted = (count: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ count, resolve });
    });
  await startSmsc(() => {
    submits.push(performance.now());
    for (const { count, resolve } of waiting) if (submits.length === count) resolve();
  });
  world = await createWorld({ offices: 20, phones: MESSAGES / 20 });
  const engines = await Promise.all(
    ['a', 'b', 'c', 'd'].map((id) => startWorker(id, { throughput: PER_SECOND })),
  );
  const [third, twoThirds, all] = [MESSAGES / 3, (MESSAGES * 2) / 3, MESSAGES].map(submitted);
  await world.createTest();
  await third;
  await engines[0]?.stop(0);
  await twoThirds;
  await startWorker('e', { throughput: PER_SECOND });
  await all;
  const counts = submits.map((from) => submits.filter((at) => at >= from && at < from + WINDOW_MS).length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(AT_MOST);
});

test('GUARD-9 a worker beyond the carrier’s bind limit reports that it is waiting, and takes over when the other one leaves', async () => {
  await startSmsc(() => {}, 1);
  world = await createWorld();
  const { db, gatewayId } = world;
  const first = await startWorker('first');
  await untilTrue(async () => (await findLinks(db, realClock.now())).get(gatewayId)?.link === 'up');
  const second = await startWorker('second');
  const link = () => second.state().gateways[0];
  await untilTrue(async () => /waits for a free bind/.test(link()?.reason ?? ''));
  expect(link()?.link).toBe('down');
  await untilTrue(async () =>
    /^1 of 2 workers are connected\. .*waits for a free bind/.test(
      (await findLinks(db, realClock.now())).get(gatewayId)?.reason ?? '',
    ),
  );
  await first.stop(0);
  await untilTrue(async () => link()?.link === 'up');
});

/** Polls until the condition holds: there is no event for the published link states. */
async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await realClock.sleep(50);
}
