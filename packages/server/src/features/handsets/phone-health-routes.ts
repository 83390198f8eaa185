/** Lists the health of the test phones: last sign of life, and whether each is online. */
import { calls } from '@textprobe/contract/calls';
import type { PhoneHealth } from '@textprobe/contract/phone-health';
import type { Database } from '@textprobe/database/core/connection';
import {
  findHandsetWatch,
  listPhonesHealth,
  type PhoneHealthRow,
  toPresence,
} from '@textprobe/database/handsets/phone-health';
import type { Clock } from '@textprobe/domain/clock';
import { type Presence, presenceOf } from '@textprobe/domain/phone-presence';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';

export function phoneHealthRoutes(
  app: FastifyInstance,
  { db, clock, offlineAfterMs }: { db: Database; clock: Clock; offlineAfterMs: number },
): void {
  route(app, calls.phonesHealth, async ({ scope }) => {
    const [rows, watch] = await Promise.all([listPhonesHealth(db, scope), findHandsetWatch(db)]);
    const now = clock.now();
    return {
      offlineAfterSeconds: offlineAfterMs / 1_000,
      phones: rows.map((row) =>
        phoneHealthToWire(row, presenceOf(toPresence(row), watch, offlineAfterMs, now)),
      ),
    };
  });
}

function phoneHealthToWire(row: PhoneHealthRow, presence: Presence): PhoneHealth {
  return {
    phoneId: row.phone_id,
    presence,
    lastHeardAt: timestampToWire(row.heard_at) as string,
    lastPingAt: timestampToWire(row.pinged_at),
    battery: row.battery === null ? null : Math.round(row.battery * 100) / 100,
    charging: row.charging,
    network: row.network,
    source: row.source,
  };
}
