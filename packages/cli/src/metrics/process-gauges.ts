/** Metrics of the process itself: memory, CPU, event loop, database pools and gateways. */
import { type Database, readPoolUse } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { Engine } from '@textprobe/engine/engine';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * Call this before the gauges that query the database: gauges are read in this order, and that query must not count as waiting.
 * @param pools all pools of this process
 */
export function gaugeProcess(registry: Registry, pools: readonly Database[]): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'textprobe_database_connections',
    help: 'Database connections of this process: open, idle among these, and queries waiting for one.',
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

type GatewayState = ReturnType<Engine['state']>['gateways'][number];

/** The state of this process's gateways, read at each scrape. */
export function gaugeGateways(registry: Registry, engine: Pick<Engine, 'state'>, clock: Clock): void {
  const gauge = (name: string, help: string, value: (gateway: GatewayState) => number) =>
    new Gauge({
      name: `textprobe_gateway_${name}`,
      help,
      labelNames: ['gateway'],
      registers: [registry],
      collect() {
        // Drops the series of removed gateways.
        this.reset();
        for (const gateway of engine.state().gateways) this.set({ gateway: gateway.name }, value(gateway));
      },
    });
  gauge('up', '1 while the link to the carrier is up, else 0.', ({ link }) => (link === 'up' ? 1 : 0));
  gauge(
    'down_seconds',
    'How long the link to the carrier has been down; 0 while it is up.',
    ({ link, since }) => (link === 'up' ? 0 : Math.max(0, clock.now() - since) / 1_000),
  );
  gauge(
    'in_flight',
    'Claimed messages of the gateway whose outcome is not written yet.',
    ({ inFlight }) => inFlight,
  );
}
