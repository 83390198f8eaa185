/** One gateway at work: its dispatcher, the writer of what it tells, and the handlers through which it tells it. */
import type { GatewayHandlers, LinkState } from '@textprobe/gateways/gateway-port';
import type { Aftermath } from '../settle/aftermath.ts';
import { createClaimTally } from '../settle/claim-tally.ts';
import { createEvidenceWriter, toRawReceipt, whenWritten } from '../settle/evidence-writer.ts';
import { createDispatcher, type SendingDeps } from './dispatch.ts';
import { readReference } from './outbound.ts';

/** How a gateway stands. `inFlight`: messages claimed of which the outcome is not written yet. */
export interface GatewayState extends LinkState {
  readonly id: number;
  readonly name: string;
  readonly inFlight: number;
  /** Names the settings that it was opened with; null where nothing is shared with other workers. */
  readonly settings: string | null;
}

export interface GatewayWorker {
  readonly gatewayId: number;
  start(): void;
  wake(): void;
  /** Lets what is under way end for up to `withinMs`, and sees it written. Idempotent. */
  stop(withinMs: number): Promise<void>;
  state(): GatewayState;
}

/** Beyond what the gateway was given to end, what it told may take this long to be written. */
const WRITING_MS = 2_000;

export function createGatewayWorker(deps: SendingDeps & { readonly aftermath: Aftermath }): GatewayWorker {
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
        log.warn({ gateway: gateway.name, reference }, 'a late answer names no message of ours');
        return;
      }
      const evidence = { kind: 'outcome', key, gatewayId, attempt: null, outcome } as const;
      await whenWritten((done) => writer.outcome(evidence, done));
      metrics.lateAnswer(gateway.name, outcome.kind);
    },
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
