/**
 * The open gateways of one worker process, each with its dispatcher, evidence writer and handlers. Gateways may be
 * added, replaced and removed at runtime; the old one stops before its replacement starts.
 */
import { dropReceiptParts, keepReceiptPart } from '@textprobe/database/receipts/receipt-parts';
import type { Gateway, GatewayHandlers, LinkState } from '@textprobe/gateways/gateway-port';
import { createEvidenceWriter, toRawReceipt, whenWritten } from '../receive/evidence-writer.ts';
import { createClaimTally } from '../settle/claim-tally.ts';
import type { PostCommit } from '../settle/post-commit.ts';
import { createDispatcher, type SendingDeps } from './dispatch.ts';
import type { IgnoredCounter } from './ignored-receipts.ts';
import { readReference } from './outbound.ts';

/** State of a gateway. `inFlight`: claimed messages whose outcome is not written yet. */
export interface GatewayState extends LinkState {
  readonly id: number;
  readonly name: string;
  readonly inFlight: number;
  /** Identifies the settings it was opened with; null if it shares nothing with other workers. */
  readonly settings: string | null;
}

export interface GatewayWorker {
  readonly gatewayId: number;
  start(): void;
  wake(): void;
  /** Lets in-flight messages finish for up to `withinMs` and writes their outcomes. Idempotent. */
  stop(withinMs: number): Promise<void>;
  state(): GatewayState;
}

/** Extra time, after the gateway has stopped, to write what it reported. */
const WRITING_MS = 2_000;

export function createGatewayWorker(
  deps: SendingDeps & {
    readonly postCommit: PostCommit;
    readonly ignored: Pick<IgnoredCounter, 'note'>;
  },
): GatewayWorker {
  const { clock, log, gatewayId, gateway, metrics } = deps;
  const tally = createClaimTally();
  const writer = createEvidenceWriter({ ...deps, tally });
  const dispatcher = createDispatcher({ ...deps, writer, tally });

  const handlers: GatewayHandlers = {
    onReceipt(receipt, done) {
      writer.receipt(toRawReceipt(gatewayId, receipt), (error) => {
        if (error === null) metrics.receipt(gateway.name, receipt.state);
        done(error);
      });
    },
    async onLateOutcome(reference, outcome) {
      const key = readReference(reference);
      if (key === null) {
        log.warn({ gateway: gateway.name, reference }, 'a late answer has an unknown reference');
        return;
      }
      const evidence = { kind: 'outcome', key, gatewayId, attempt: null, outcome } as const;
      await whenWritten((done) => writer.outcome(evidence, done));
      metrics.lateAnswer(gateway.name, outcome.kind);
    },
    receiptParts: {
      keep: (part) => keepReceiptPart(deps.db, gatewayId, part),
      drop: (part) => dropReceiptParts(deps.db, gatewayId, part),
    },
    onIgnored: (one) => deps.ignored.note({ id: gatewayId, name: gateway.name }, one),
    onCapacity: () => dispatcher.wake(),
  };

  return {
    gatewayId,
    start() {
      gateway.start(handlers);
      dispatcher.start();
    },
    wake: () => dispatcher.wake(),
    async stop(withinMs) {
      await dispatcher.stop();
      await gateway.stop(withinMs);
      const giveUp = clock.after(WRITING_MS, () => writer.abandon());
      await dispatcher.idle();
      giveUp();
    },
    state: () => ({
      id: gatewayId,
      name: gateway.name,
      inFlight: dispatcher.inFlight(),
      settings: gateway.settingsMark ?? null,
      ...gateway.state(),
    }),
  };
}

export interface GatewayWorkers {
  start(): void;
  /** Signals that these gateways may have messages to send; all gateways by default. */
  wake(gatewayIds?: ReadonlySet<number>): void;
  /** See `Engine.replaceGateway`. Changes of one gateway are serialized. */
  replace(gatewayId: number, gateway: Gateway | null, withinMs: number): Promise<void>;
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
    // Stays listed until it has stopped: its binds count at the carrier, and it still owns its messages.
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
