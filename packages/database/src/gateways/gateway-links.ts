/**
 * How the links to the carriers stand, as the workers tell it: each its own, again and again. One that tells no more is
 * gone, and with it what it told.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';

/** One worker's link. `since`: epoch milliseconds, when it came to stand as it does. */
export interface ToldLink {
  readonly gatewayId: number;
  readonly link: 'up' | 'down' | 'stopped';
  readonly since: number;
  readonly reason: string | null;
  /** Names the settings that it was opened with; null: nothing is shared with other workers. */
  readonly settings?: string | null;
}

/** How a gateway stands, over all workers that have it open: up where one of them can send. */
export type GatewayLink = Omit<ToldLink, 'gatewayId' | 'settings'>;

/** What a worker told counts for so long. Milliseconds. */
const TOLD_FOR_MS = 20_000;

/** Replaces what the worker told before, and clears away what others told long ago. */
export async function publishLinkStates(
  db: Database,
  { workerId, links, now }: { workerId: string; links: readonly ToldLink[]; now: number },
): Promise<void> {
  await sql`
    with gone as (
      delete from gateway_links
      where (worker_id = ${workerId} and not gateway_id = any (${links.map(({ gatewayId }) => gatewayId)}::integer[]))
        or told_at < ${sqlTime(now - TOLD_FOR_MS)})
    insert into gateway_links as known (gateway_id, worker_id, link, since, reason, settings, told_at)
    select told.gateway_id, ${workerId}, told.link, to_timestamp(told.since / 1000), told.reason, told.settings, ${sqlTime(now)}
    from unnest(${links.map(({ gatewayId }) => gatewayId)}::integer[], ${links.map(({ link }) => link)}::text[],
      ${links.map(({ since }) => since)}::double precision[], ${links.map(({ reason }) => reason)}::text[],
      ${links.map(({ settings }) => settings ?? null)}::text[])
      as told (gateway_id, link, since, reason, settings)
    on conflict (gateway_id, worker_id) do update
      set link = excluded.link, since = excluded.since, reason = excluded.reason, settings = excluded.settings,
        told_at = excluded.told_at`.execute(db);
}

/** How many other workers are bound with the same settings. */
export async function countBoundElsewhere(
  db: Database,
  of: { gatewayId: number; workerId: string; settings: string; now: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from gateway_links
    where gateway_id = ${of.gatewayId} and worker_id <> ${of.workerId} and link = 'up' and settings = ${of.settings}
      and told_at >= ${sqlTime(of.now - TOLD_FOR_MS)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** By gateway; one that no worker has open is missing. */
export async function findLinks(db: Database, now: number): Promise<Map<number, GatewayLink>> {
  const { rows } = await sql<ToldLink>`
    select gateway_id as "gatewayId", link, since, reason from gateway_links
    where told_at >= ${sqlTime(now - TOLD_FOR_MS)}
    -- Those that can send first, the one that has for longest; of those that cannot, the one that last could.
    order by gateway_id, link = 'up' desc, case when link = 'up' then since end, since desc`.execute(db);
  return new Map([...Map.groupBy(rows, ({ gatewayId }) => gatewayId)].map(([id, told]) => [id, sumUp(told)]));
}

/** The first of them stands for all; where only some are up, it says why another one is not. */
function sumUp(told: readonly ToldLink[]): GatewayLink {
  const [{ link, since, reason } = { link: 'down' as const, since: 0, reason: null }] = told;
  const down = told.find((one) => one.link !== 'up');
  if (link !== 'up' || down === undefined) return { link, since, reason };
  const up = told.filter((one) => one.link === 'up').length;
  return {
    link,
    since,
    reason: `${up} of ${told.length} workers are connected. ${down.reason ?? ''}`.trim(),
  };
}
