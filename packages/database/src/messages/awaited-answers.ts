/** Which claimed messages the carrier has not answered yet: a receipt may be about one of them (`doubtful-receipts.ts`). */
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { isHeld, isInRange } from './held-messages.ts';

/** A phone that a gateway sends to; `recipient` null: any of its phones. */
export interface Destination {
  readonly gatewayId: number;
  readonly recipient: string | null;
}

/**
 * Where messages are claimed whose answer is not known yet: to which of these phones, and since when at the longest.
 * @param but ids of messages that do not count
 */
export async function findAwaited(
  tx: Transaction,
  destinations: readonly Destination[],
  but: readonly number[],
): Promise<(Destination & { readonly claimedAt: number })[]> {
  const toPhones = destinations.filter(({ recipient }) => recipient !== null);
  const recipients = [...new Set(toPhones.map(({ recipient }) => recipient))];
  const toAny = destinations.filter(({ recipient }) => recipient === null);
  const awaited = async (
    to: readonly Destination[],
    recipient: RawBuilder<string | null>,
    isMeant: RawBuilder<boolean>,
  ) => {
    if (to.length === 0) return [];
    const gatewayIds = [...new Set(to.map(({ gatewayId }) => gatewayId))];
    const { rows } = await sql<Destination & { claimedAt: number }>`
      select c.gateway_id as "gatewayId", ${recipient} as recipient, min(c.claimed_at) as "claimedAt"
      from claims c cross join lateral (
        select * from messages m where ${isInRange} and ${isHeld} and ${isMeant} offset 0) m
      where c.lease_until is not null and c.gateway_id = any (${gatewayIds}::int4[]) and m.id <> all (${but}::int8[])
      group by 1, 2`.execute(tx);
    return rows;
  };
  return [
    ...(await awaited(toPhones, sql`m.recipient`, sql`m.recipient = any (${recipients}::text[])`)),
    ...(await awaited(toAny, sql`null::text`, sql`true`)),
  ];
}
