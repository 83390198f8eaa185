/** What the workers that have one gateway open share over the database: its rate, the carrier's bind limit, and its links. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { countBoundElsewhere, publishLinkStates } from '@textprobe/database/gateways/gateway-links';
import { takeInstants } from '@textprobe/database/gateways/gateway-pace';
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '@textprobe/gateways/gateway-port';
import { createDuty, type Duty } from '../kit/duty.ts';
import type { GatewayState } from './gateway-worker.ts';

/** Of one gateway in one worker, to be handed to it when it is opened. */
export function createGatewayShare(
  { db, clock }: { db: Database; clock: Clock },
  of: { gatewayId: number; workerId: string; settingsMark: string },
): GatewayShare {
  const { gatewayId, workerId, settingsMark } = of;
  return {
    settingsMark,
    takeInstants: (wanted) => takeInstants(db, { gatewayId, ...wanted }),
    countBoundElsewhere: () =>
      countBoundElsewhere(db, { gatewayId, workerId, settings: settingsMark, now: clock.now() }),
  };
}

const LOOK_MS = 1_000;
/** Well within the time for which it counts. */
const TELL_AT_LEAST_EVERY_MS = 5_000;

/** Tells the others how this worker's links to the carriers stand, so that a screen can say what waiting messages wait for. */
export function createLinkStatePublisher(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  workerId: string;
  states: () => readonly GatewayState[];
}): Duty {
  const { db, clock, workerId, states } = deps;
  let toldAt = -Infinity;
  let told = '';

  async function tell(links: readonly GatewayState[]): Promise<void> {
    await publishLinkStates(db, {
      workerId,
      now: clock.now(),
      links: links.map(({ id, ...link }) => ({ ...link, gatewayId: id })),
    });
  }

  const duty = createDuty({
    ...deps,
    name: 'telling how the links stand',
    everyMs: LOOK_MS,
    async run() {
      const links = states();
      // The reason counts down to the next try: alone it is no news.
      const news = JSON.stringify(links.map(({ id, link, since }) => [id, link, since]));
      if (news === told && clock.now() - toldAt < TELL_AT_LEAST_EVERY_MS) return;
      await tell(links);
      told = news;
      toldAt = clock.now();
    },
  });

  return {
    ...duty,
    async stop() {
      await duty.stop();
      // Where the database is away, what was told is forgotten by itself.
      await tell([]).catch(() => undefined);
    },
  };
}
