/** How the gateways of this process stand, asked at each scrape. */
import type { Engine } from '@textprobe/engine/engine';
import { Gauge, type Registry } from 'prom-client';

export function gaugeGateways(registry: Registry, engine: Pick<Engine, 'state'>): void {
  const registers = [registry];
  const labelNames = ['gateway'] as const;
  new Gauge({
    name: 'textprobe_gateway_up',
    help: '1 while the link to the carrier is up, 0 while it is not.',
    labelNames,
    registers,
    collect() {
      // A gateway that was taken away is no longer told of.
      this.reset();
      for (const { name, link } of engine.state().gateways)
        this.set({ gateway: name }, link === 'up' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'textprobe_gateway_in_flight',
    help: 'Messages claimed for the gateway whose outcome is not written yet.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { name, inFlight } of engine.state().gateways) this.set({ gateway: name }, inFlight);
    },
  });
}
