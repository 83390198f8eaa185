/** How the gateways of this process stand, asked at each scrape. */
import type { Clock } from '@textprobe/domain/clock';
import type { Engine } from '@textprobe/engine/engine';
import { Gauge, type Registry } from 'prom-client';

export function gaugeGateways(registry: Registry, engine: Pick<Engine, 'state'>, clock: Clock): void {
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
    name: 'textprobe_gateway_down_seconds',
    help: 'For how long the link to the carrier has been down; 0 while it is up.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { name, link, since } of engine.state().gateways)
        this.set({ gateway: name }, link === 'up' ? 0 : Math.max(0, clock.now() - since) / 1_000);
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
