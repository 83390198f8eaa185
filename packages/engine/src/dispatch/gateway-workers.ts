/** The gateways of one worker process. They may come, change and go while it runs; each then ends before another begins. */
import type { Gateway } from '@textprobe/gateways/gateway-port';
import type { GatewayState, GatewayWorker } from './gateway-worker.ts';

export interface GatewayWorkers {
  start(): void;
  /** There may be something to send over these gateways; over all, unless told. */
  wake(gatewayIds?: ReadonlySet<number>): void;
  /** See `Engine.replaceGateway`. Changes of one gateway follow each other. */
  replace(gatewayId: number, gateway: Gateway | null, withinMs: number): Promise<void>;
  /** Idempotent. */
  stop(withinMs: number): Promise<void>;
  states(): GatewayState[];
}

export function createGatewayWorkers(
  gateways: ReadonlyMap<number, Gateway>,
  create: (gatewayId: number, gateway: Gateway) => GatewayWorker,
): GatewayWorkers {
  const workers = new Map([...gateways].map(([id, gateway]) => [id, create(id, gateway)]));
  const changes = new Map<number, Promise<void>>();
  let state: 'new' | 'running' | 'stopped' = 'new';

  async function change(gatewayId: number, gateway: Gateway | null, withinMs: number): Promise<void> {
    // It stays in the list until it has ended: its binds count at the carrier, and its messages are in its hands.
    await workers.get(gatewayId)?.stop(withinMs);
    if (state === 'stopped') return;
    workers.delete(gatewayId);
    if (gateway === null) return;
    const worker = create(gatewayId, gateway);
    workers.set(gatewayId, worker);
    if (state === 'running') worker.start();
  }

  return {
    start() {
      state = 'running';
      for (const worker of workers.values()) worker.start();
    },
    wake(gatewayIds) {
      for (const [id, worker] of workers) if (gatewayIds?.has(id) ?? true) worker.wake();
    },
    replace(gatewayId, gateway, withinMs) {
      const before = changes.get(gatewayId) ?? Promise.resolve();
      const changed = before.then(() => change(gatewayId, gateway, withinMs));
      changes.set(
        gatewayId,
        changed.catch(() => undefined),
      );
      return changed;
    },
    async stop(withinMs) {
      state = 'stopped';
      await Promise.all([...workers.values()].map((worker) => worker.stop(withinMs)));
    },
    states: () => [...workers.values()].map((worker) => worker.state()),
  };
}
