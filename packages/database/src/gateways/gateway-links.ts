/**
 * How the links to the carriers stand, as the workers tell it: each its own, again and again. One that tells no more is
 * gone, and with it what it told.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../connection.ts';

/** One worker's link. `since`: epoch milliseconds, when it came to stand as it does. */
export interface ToldLink {
  readonly gatewayId: number;
  readonly link: 'up' | 'down' | 'stopped';
  readonly since: number;
  readonly reason: string | null;
}

/** How a gateway stands, over all workers that have it open: up where one of them can send. */
export type GatewayLink = Omit<ToldLink, 'gatewayId'>;

/** What a worker told counts for so long. Milliseconds. */
const TOLD_FOR_MS = 20_000;

/** Replaces what the worker told before, and clears away what others told long ago. */
export async function tellLinks(
  db: Database,
  { workerId, links, now }: { workerId: string; links: readonly ToldLink[]; now: number },
): Promise<void> {
  await sql`
    with gone as (
      delete from gateway_links
      where (worker_id = ${workerId} and not gateway_id = any (${links.map(({ gatewayId }) => gatewayId)}::integer[]))
        or told_at < ${sqlTime(now - TOLD_FOR_MS)})
    insert into gateway_links as known (gateway_id, worker_id, link, since, reason, told_at)
    select told.gateway_id, ${workerId}, told.link, to_timestamp(told.since / 1000), told.reason, ${sqlTime(now)}
    from unnest(${links.map(({ gatewayId }) => gatewayId)}::integer[], ${links.map(({ link }) => link)}::text[],
      ${links.map(({ since }) => since)}::double precision[], ${links.map(({ reason }) => reason)}::text[])
      as told (gateway_id, link, since, reason)
    on conflict (gateway_id, worker_id) do update
      set link = excluded.link, since = excluded.since, reason = excluded.reason, told_at = excluded.told_at`.execute(
    db,
  );
}

/** By gateway; one that no worker has open is missing. */
export async function findLinks(db: Database, now: number): Promise<Map<number, GatewayLink>> {
  const { rows } = await sql<ToldLink>`
    select gateway_id as "gatewayId", link, since, reason from gateway_links
    where told_at >= ${sqlTime(now - TOLD_FOR_MS)}
    -- Those that can send first, the one that has for longest; of those that cannot, the one that last could.
    order by gateway_id, link = 'up' desc, case when link = 'up' then since end, since desc`.execute(db);
  const links = new Map<number, GatewayLink>();
  for (const { gatewayId, ...link } of rows) if (!links.has(gatewayId)) links.set(gatewayId, link);
  return links;
}
