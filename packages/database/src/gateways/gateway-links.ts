/**
 * Link states of the gateways, published by each worker again and again. The state of a worker that stops publishing
 * expires.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';

/** One worker's link. `since`: when it entered its state, epoch milliseconds. */
export interface PublishedLink {
  readonly gatewayId: number;
  readonly link: 'up' | 'down' | 'stopped';
  readonly since: number;
  readonly reason: string | null;
  /** Identifies the settings it was opened with; null if it shares nothing with other workers. */
  readonly settings?: string | null;
}

/** State of a gateway over all workers that have it open: up if one of them can send. */
export type GatewayLink = Omit<PublishedLink, 'gatewayId' | 'settings'>;

/** How long a published state counts, in milliseconds. */
const PUBLISHED_FOR_MS = 20_000;

/** Replaces what the worker published before, and deletes expired states of others. */
export async function publishLinkStates(
  db: Database,
  { workerId, links, now }: { workerId: string; links: readonly PublishedLink[]; now: number },
): Promise<void> {
  await sql`
    with gone as (
      delete from gateway_links
      where (worker_id = ${workerId} and not gateway_id = any (${links.map(({ gatewayId }) => gatewayId)}::integer[]))
        or reported_at < ${sqlTime(now - PUBLISHED_FOR_MS)})
    insert into gateway_links as known (gateway_id, worker_id, link, since, reason, settings, reported_at)
    select links.gateway_id, ${workerId}, links.link, to_timestamp(links.since / 1000), links.reason, links.settings, ${sqlTime(now)}
    from unnest(${links.map(({ gatewayId }) => gatewayId)}::integer[], ${links.map(({ link }) => link)}::text[],
      ${links.map(({ since }) => since)}::double precision[], ${links.map(({ reason }) => reason)}::text[],
      ${links.map(({ settings }) => settings ?? null)}::text[])
      as links (gateway_id, link, since, reason, settings)
    on conflict (gateway_id, worker_id) do update
      set link = excluded.link, since = excluded.since, reason = excluded.reason, settings = excluded.settings,
        reported_at = excluded.reported_at`.execute(db);
}

/** How many other workers are bound with the same settings. */
export async function countBoundElsewhere(
  db: Database,
  of: { gatewayId: number; workerId: string; settings: string; now: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from gateway_links
    where gateway_id = ${of.gatewayId} and worker_id <> ${of.workerId} and link = 'up' and settings = ${of.settings}
      and reported_at >= ${sqlTime(of.now - PUBLISHED_FOR_MS)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** By gateway; gateways that no worker has open are missing. */
export async function findLinks(db: Database, now: number): Promise<Map<number, GatewayLink>> {
  const { rows } = await sql<PublishedLink>`
    select gateway_id as "gatewayId", link, since, reason from gateway_links
    where reported_at >= ${sqlTime(now - PUBLISHED_FOR_MS)}
    -- Links that are up come first, the longest up first; then those that are down, the latest to go down first.
    order by gateway_id, link = 'up' desc, case when link = 'up' then since end, since desc`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ gatewayId }) => gatewayId)].map(([id, links]) => [id, summarize(links)]),
  );
}

/** The first link represents all; if only some are up, the reason says why another is not. */
function summarize(links: readonly PublishedLink[]): GatewayLink {
  const [{ link, since, reason } = { link: 'down' as const, since: 0, reason: null }] = links;
  const down = links.find((one) => one.link !== 'up');
  if (link !== 'up' || down === undefined) return { link, since, reason };
  const up = links.filter((one) => one.link === 'up').length;
  return {
    link,
    since,
    reason: `${up} of ${links.length} workers are connected. ${down.reason ?? ''}`.trim(),
  };
}
