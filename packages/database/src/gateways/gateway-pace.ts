/**
 * The rate of a gateway over all workers: one row a gateway holds the next free instant by the database's clock, and each
 * worker takes a few instants at a time for itself alone. What a dead worker took passes unused.
 */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** Instants that one worker took: the first one, and each further one an interval later. */
export interface TakenInstants {
  readonly count: number;
  /** Milliseconds from `databaseNow` to the first; with a count of 0, to the first that is free. */
  readonly inMs: number;
  /** Epoch milliseconds, with fractions, by the database's clock. */
  readonly databaseNow: number;
}

/** Takes up to `count` free instants, none of which is further ahead than `aheadMs`. */
export async function takeInstants(
  db: Database,
  wanted: { gatewayId: number; count: number; intervalMs: number; aheadMs: number },
): Promise<TakenInstants> {
  const { gatewayId, count, intervalMs, aheadMs } = wanted;
  const interval = sql`make_interval(secs => ${intervalMs / 1_000}::float8)`;
  const ahead = sql`make_interval(secs => ${aheadMs / 1_000}::float8)`;
  const millis = (value: ReturnType<typeof sql>) => sql`(extract(epoch from ${value}) * 1000)::float8`;
  // The clock is read under the row's lock. A clock that was set back must not hold the gateway up: nobody takes instants
  // further ahead than two seconds, so a row that says more is from before the change.
  const take = sql<TakenInstants>`
    with held as materialized (
      select next_at, clock_timestamp() as now from gateway_paces where gateway_id = ${gatewayId} for no key update),
    first as (
      select now, greatest(now, least(next_at, now + ${sql.lit(MOST_AHEAD)}::interval + ${interval})) as at from held),
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
  if (first === undefined) throw new Error(`gateway ${gatewayId} has no pace`);
  return first;
}

/** The furthest ahead that instants are taken, see `packages/gateways/src/pacing/pace.ts`. */
const MOST_AHEAD = '2 seconds';
