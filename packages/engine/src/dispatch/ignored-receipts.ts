/** Counts the receipts that this worker's gateways ignored, and stores the counts every few seconds for the gateways' cards. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import {
  addIgnoredReceipts,
  countUnmatchedReceipts,
  type IgnoredReceipts,
} from '@textprobe/database/gateways/ignored-receipts';
import { takeLateReceipts } from '@textprobe/database/receipts/receipt-parts';
import type { Clock } from '@textprobe/domain/clock';
import { maskReceipt } from '@textprobe/domain/ignored-receipts';
import type { IgnoredReceipt } from '@textprobe/gateways/gateway-port';
import { createDuty, type Duty } from '../kit/duty.ts';
import { createLeaderDuty, type Leadership } from '../kit/leader.ts';
import { transact, type WriteDeps } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';

export interface IgnoredCounter extends Duty {
  /** Counts a receipt for the gateway's card and in the metrics. */
  note(gateway: { readonly id: number; readonly name: string }, ignored: IgnoredReceipt): void;
}

const STORE_EVERY_MS = 2_000;
const COUNT_UNMATCHED_EVERY_MS = 30_000;

export function createIgnoredCounter(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  metrics: EngineMetrics;
}): IgnoredCounter {
  const { db, metrics } = deps;
  let noted = new Map<string, IgnoredReceipts>();

  async function store(): Promise<void> {
    const taken = noted;
    noted = new Map();
    try {
      await addIgnoredReceipts(db, [...taken.values()]);
    } catch (error) {
      for (const one of taken.values()) add(one);
      throw error;
    }
  }

  function add(one: IgnoredReceipts): void {
    const key = `${one.gatewayId} ${one.reason}`;
    const known = noted.get(key);
    const newest = known === undefined || known.newestAt <= one.newestAt ? one : known;
    noted.set(key, { ...newest, count: one.count + (known?.count ?? 0) });
  }

  const duty = createDuty({
    ...deps,
    name: 'storing the counts of ignored receipts',
    everyMs: STORE_EVERY_MS,
    run: store,
  });
  return {
    ...duty,
    note({ id: gatewayId, name }, { reason, at, masked }) {
      metrics.receiptIgnored(name, reason);
      add({ gatewayId, reason, count: 1, newestAt: at, newest: masked });
    },
    async stop() {
      await duty.stop();
      await store().catch(() => undefined);
    },
  };
}

/** Counts the receipts that have matched no message, and those of which a part is missing, of all gateways. */
export function createUnmatchedCount(
  deps: WriteDeps & { readonly log: Log; readonly leader: Leadership; readonly ignored: IgnoredCounter },
): Duty {
  return createLeaderDuty({
    ...deps,
    name: 'counting unmatched receipts',
    everyMs: COUNT_UNMATCHED_EVERY_MS,
    async run(_signal, fence) {
      const late = await transact({ ...deps, fence }, async (tx) => {
        const now = deps.clock.now();
        await countUnmatchedReceipts(tx, now);
        return takeLateReceipts(tx, now);
      });
      for (const { gatewayId, gateway, source, at } of late) {
        const masked = maskReceipt({ id: null, state: null, phone: source });
        deps.ignored.note({ id: gatewayId, name: gateway }, { reason: 'part-missing', at, masked });
      }
    },
  });
}
