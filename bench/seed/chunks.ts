/** Creates the claimed chunks of a run: one per office, whose messages have consecutive ids. */
import { type Cell, instant } from './copy.ts';
import type { SeededOffice } from './directory.ts';
import { createdAtOf, DEADLINE_MS } from './messages.ts';
import type { SeededRun } from './tests.ts';

export const CHUNK_COLUMNS = `
  run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count, next_id, waiting`;

export function chunkOf(
  run: SeededRun,
  of: { readonly runId: number; readonly office: SeededOffice; readonly firstId: number },
): Cell[] {
  const { runId, office, firstId } = of;
  const createdAt = createdAtOf(run);
  const created = instant(createdAt);
  const count = run.test.phones.length;
  return [
    runId,
    run.test.id,
    office.gatewayId,
    office.partnerId,
    created,
    DEADLINE_MS,
    instant(createdAt + DEADLINE_MS),
    created,
    firstId,
    count,
    firstId + count,
    false,
  ];
}
