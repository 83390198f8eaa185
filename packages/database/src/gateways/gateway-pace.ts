/**
 * The rate limit of a gateway across all workers: one row per gateway holds the next free instant by the database's
 * clock, and each worker reserves a few instants at a time. Instants reserved by a worker that died pass unused.
 */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** Instants reserved by one worker: the first, and each further one an interval later. */
export interface TakenInstants {
  readonly count: number;
  /** Milliseconds from `databaseNow` to the first; with a count of 0, to the first free one. */
  readonly inMs: number;
  /** Epoch milliseconds with fractions, by the database's clock. */
  readonly databaseNow: number;
}

/** Reserves up to `count` free instants, none further ahead than `aheadMs`. */
export async function takeInstants(
  db: Database,
  wanted: { gatewayId: number; count: number; intervalMs: number; aheadMs: number },
): Promise<TakenInstants> {
  const { gatewayId, count, intervalMs, aheadMs } = wanted;
  const interval = sql`make_interval(secs => ${intervalMs / 1_000}::float8)`;
  const ahead = sql`make_interval(secs => ${aheadMs / 1_000}::float8)`;
  const millis = (value: ReturnType<typeof sql>) => sql`(extract(epoch from ${value}) * 1000)::float8`;
  // The clock is read under the row's lock. Setting the clock back must not stall the gateway: nothing is reserved more
  // than two seconds ahead, so a row that says more is from before the change.
  const take = sql<TakenInstants>`
    with held as materialized (
      select next_at, clock_timestamp() as now from gateway_paces where gateway_id = ${gatewayId} for no key update),
    first as (
      select now, greatest(now, least(next_at, now + ${sql.lit(MAX_AHEAD)}::interval + ${interval})) as at from held),
    taken as (
      select now, at, least(${count}::float8, greatest(0,
        floor(${millis(sql`now + ${ahead} - at`)} / ${intervalMs}::float8) + 1))::integer as count
      from first)
    update gateway_paces set next_at = taken.at + taken.count * ${interval} from taken
    where gateway_id = ${gatewayId}
    returning taken.count as count, ${millis(sql`taken.at - taken.now`)} as "inMs",
      ${millis(sql`taken.now`)} as "databaseNow"`;
  const [taken] = (await take.execute(db)).rows;
  if (taken !== undefined) return taken;
  await sql`insert into gateway_paces (gateway_id, next_at) values (${gatewayId}, clock_timestamp())
    on conflict do nothing`.execute(db);
  const [first] = (await take.execute(db)).rows;
  if (first === undefined) throw new Error(`gateway ${gatewayId} has no row in gateway_paces`);
  return first;
}

/** The furthest ahead that instants are reserved, see `packages/gateways/src/pacing/pace.ts`. */
const MAX_AHEAD = '2 seconds';
