/**
 * State of one gateway that its workers share through the database: its rate, the carrier's bind limit, and the link
 * states.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { countBoundElsewhere, publishLinkStates } from '@textprobe/database/gateways/gateway-links';
import { takeInstants } from '@textprobe/database/gateways/gateway-pace';
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '@textprobe/gateways/gateway-port';
import { createDuty, type Duty } from '../kit/duty.ts';
import type { GatewayState } from './gateway-worker.ts';

/** For one gateway in one worker; passed to the gateway when it opens. */
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

const CHECK_MS = 1_000;
/** Well within the time for which a published state counts. */
const PUBLISH_AT_LEAST_EVERY_MS = 5_000;

/** Publishes this worker's link states, so that screens can say what waiting messages wait for. */
export function createLinkStatePublisher(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  workerId: string;
  states: () => readonly GatewayState[];
}): Duty {
  const { db, clock, workerId, states } = deps;
  let publishedAt = -Infinity;
  let published = '';

  async function publish(links: readonly GatewayState[]): Promise<void> {
    await publishLinkStates(db, {
      workerId,
      now: clock.now(),
      links: links.map(({ id, ...link }) => ({ ...link, gatewayId: id })),
    });
  }

  const duty = createDuty({
    ...deps,
    name: 'publishing link states',
    everyMs: CHECK_MS,
    async run() {
      const links = states();
      // Leaves out the reason: it contains a countdown to the next try and changes all the time.
      const state = JSON.stringify(links.map(({ id, link, since }) => [id, link, since]));
      if (state === published && clock.now() - publishedAt < PUBLISH_AT_LEAST_EVERY_MS) return;
      await publish(links);
      published = state;
      publishedAt = clock.now();
    },
  });

  return {
    ...duty,
    async stop() {
      await duty.stop();
      // If the database is unavailable, the published state expires by itself.
      await publish([]).catch(() => undefined);
    },
  };
}
