/** What any process tells of itself: memory, CPU and event loop in the names Prometheus knows, and its database pools. */
import { type Database, readPoolUse } from '@textprobe/database/core/connection';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * Called before the gauges that ask the database: they are read in this order, and their question is none that waits.
 * @param pools all that this process has
 */
export function gaugeProcess(registry: Registry, pools: readonly Database[]): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'textprobe_database_connections',
    help: 'Connections of this process: open, of these idle; and the queries waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const uses = pools.map(readPoolUse);
      for (const state of ['open', 'idle', 'waiting'] as const)
        this.set(
          { state },
          uses.reduce((sum, use) => sum + use[state], 0),
        );
    },
  });
}
