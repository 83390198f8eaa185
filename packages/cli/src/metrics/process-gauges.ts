/** What any process tells of itself: memory, CPU and event loop in the names Prometheus knows, and its database pool. */
import { type Database, readPoolUse } from '@textprobe/database/connection';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/** Called before the gauges that ask the database: they are read in this order, and their question is none that waits. */
export function gaugeProcess(registry: Registry, db: Database): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'textprobe_database_connections',
    help: 'Connections of this process: open, of these idle; and the queries waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(readPoolUse(db))) this.set({ state }, count);
    },
  });
}
