/**
 * The dispatch loop of one gateway: claims waiting messages, up to the gateway's free capacity, and submits them. The
 * claim is committed before the gateway sees the message (promise 3); the evidence writer stores the outcome. New
 * messages, free capacity and outcomes wake the loop; polling once a second is the fallback.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import {
  type ClaimedMessage,
  type ClaimKey,
  claimMessages,
  FIRST_PARTNER,
} from '@textprobe/database/messages/message-claims';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Clock } from '@textprobe/domain/clock';
import type { Gateway, SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { createDuty } from '../kit/duty.ts';
import type { EngineMetrics } from '../metrics.ts';
import type { EvidenceWriter } from '../receive/evidence-writer.ts';
import type { ClaimTally } from '../settle/claim-tally.ts';
import { createClaimFloor } from './claim-floor.ts';
import { createInDoubtClaims } from './in-doubt-claims.ts';
import { createComposer, type LinkMedia, type Outbound } from './outbound.ts';
import type { SendLag } from './send-lag.ts';

export interface Dispatcher {
  start(): void;
  /** Signals that there may be messages to send, or capacity to send them. */
  wake(): void;
  /** Stops claiming; in-flight messages continue. Idempotent. */
  stop(): Promise<void>;
  /** Resolves once the outcome of every claimed message is written or abandoned. */
  idle(): Promise<void>;
  /** Claimed messages whose outcome is not written yet. */
  inFlight(): number;
}

/** Limit of one claim, whatever the gateway's capacity: a crash makes claimed messages UNKNOWN. */
const MAX_CLAIM = 1_000;
/** While messages are in flight, claim again once a quarter of the window is free, or after 5 ms. */
const GATHER_SHARE = 0.25;
const GATHER_MS = 5;
/**
 * In-flight cap: 1,000 or one window, whichever is larger. It keeps sending from outrunning the written outcomes, and
 * bounds how many messages a crash makes UNKNOWN.
 */
const MAX_IN_FLIGHT = 1_000;
const POLL_MS = 1_000;
const FEW_CHUNKS = 8;
/** How long to wait for rows that another claim has locked; a claim takes about 5 ms. Doubles with each empty try. */
const LOCKED_MS = 2;
const LONGEST_LOCKED_MS = 64;

/** Dependencies for sending over one gateway. */
export interface SendingDeps {
  readonly db: Database;
  /** Pool limited to index scans: planning a claim would take longer than running it. */
  readonly indexOnlyPool: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
  readonly log: Log;
  readonly gatewayId: number;
  readonly gateway: Gateway;
  readonly workerId: string;
  /** Lease of a claim over this gateway, in milliseconds. */
  readonly leaseMs: () => number;
  readonly metrics: EngineMetrics;
  readonly sendLag: SendLag;
  readonly linkMedia: LinkMedia;
}

export function createDispatcher(
  deps: SendingDeps & { readonly writer: EvidenceWriter; readonly tally: Pick<ClaimTally, 'add'> },
): Dispatcher {
  const { indexOnlyPool, codes, clock, log, gatewayId, gateway, workerId, leaseMs, writer } = deps;
  const { tally, metrics, sendLag } = deps;
  const compose = createComposer(deps);
  let inFlight = 0;
  let emptied: PromiseWithResolvers<void> | undefined;
  const retries = new Set<() => void>();
  const inDoubt = createInDoubtClaims(deps);
  let stopped = false;
  let maxFree = 0;
  /** Whether the last claim may have left messages behind. */
  let more = false;
  /** Round robin: the last partner that was served. */
  let after = FIRST_PARTNER;
  const floor = createClaimFloor();
  /** How many chunks of a partner one claim reads; grows while chunks are small, as for tests of a few messages. */
  let chunks = FEW_CHUNKS;

  const duty = createDuty({ clock, log, name: `sending over ${gateway.name}`, everyMs: POLL_MS, run: pump });

  async function pump(signal: AbortSignal): Promise<void> {
    for (const claim of await inDoubt.settle()) {
      inFlight += 1;
      giveBack(claim, 'the answer to its claim was lost');
    }
    let lockedMs = LOCKED_MS;
    while (!signal.aborted) {
      const limit = await gatherCapacity();
      if (limit === 0) {
        more = true;
        return;
      }
      const { messages, next } = await claim(limit);
      more = next !== null;
      after = next ?? FIRST_PARTNER;
      if (messages.length > 0) metrics.claimed(gateway.name, messages.length);
      inFlight += messages.length;
      if (signal.aborted) for (const message of messages) giveBack(message, 'stopping');
      else send(messages);
      if (!more) return;
      if (messages.length > 0) lockedMs = LOCKED_MS;
      else if (after === FIRST_PARTNER) {
        // Other workers hold locks on everything that waits, and may leave some of it.
        await clock.sleep(lockedMs);
        lockedMs = Math.min(lockedMs * 2, LONGEST_LOCKED_MS);
      }
    }
  }

  async function claim(limit: number) {
    const now = inDoubt.nextInstant();
    try {
      const claimed = await claimMessages(indexOnlyPool, codes, {
        gatewayId,
        limit,
        workerId,
        now,
        leaseMs: leaseMs(),
        after,
        from: floor.next(now),
        chunks,
      });
      floor.learn(claimed.oldest);
      tally.add(claimed.messages);
      const isFull = claimed.messages.length * 2 >= limit;
      if (isFull) chunks = FEW_CHUNKS;
      else if (claimed.hadMoreChunks) chunks = Math.min(chunks * 4, MAX_CLAIM);
      return claimed;
    } catch (error) {
      inDoubt.add(now);
      throw error;
    }
  }

  /** A claim costs one round trip whatever its size, so let a trickle of capacity accumulate briefly. */
  async function gatherCapacity(): Promise<number> {
    maxFree = Math.max(maxFree, gateway.capacity());
    const free = freeCapacity();
    if (inFlight > 0 && free < maxFree * GATHER_SHARE) await clock.sleep(GATHER_MS);
    return freeCapacity();
  }

  function freeCapacity(): number {
    const unwritten = Math.max(MAX_IN_FLIGHT, maxFree) - inFlight;
    return Math.max(0, Math.min(gateway.capacity(), unwritten, MAX_CLAIM));
  }

  /** Uses callbacks, from the gateway and then from the writer: a promise for each message costs too much. */
  function send(messages: readonly ClaimedMessage[]): void {
    const batch: Outbound[] = [];
    for (const message of messages) {
      const composed = composeSafely(message);
      if ('kind' in composed) settle(message, composed);
      else batch.push(composed);
    }
    try {
      if (batch.length > 0) gateway.submitBatch(batch, onOutcome);
    } catch (error) {
      // The gateway broke its contract; whether anything reached the wire is unknown.
      log.error({ err: error, gateway: gateway.name }, 'a gateway threw instead of returning an outcome');
      for (const message of batch) onOutcome(message, failedWhileSending(message.claimed));
    }
  }

  function composeSafely(message: ClaimedMessage): Outbound | SubmissionOutcome {
    try {
      return compose(message);
    } catch (error) {
      log.error({ err: error, message: message.id }, 'could not compose a message');
      return failedWhileSending(message);
    }
  }

  function onOutcome(message: Outbound, outcome: SubmissionOutcome): void {
    if (message.isHandled) return;
    message.isHandled = true;
    settle(message.claimed, outcome);
  }

  function settle(message: ClaimedMessage, outcome: SubmissionOutcome): void {
    metrics.submitted(gateway.name, outcome.kind);
    if (outcome.kind !== 'deferred') sendLag.note({ runId: message.runId, at: outcome.at });
    if (more) duty.wake();
    write(message, outcome);
  }

  /** Polling once a second would find it too, but a throttling carrier may ask for much shorter pauses. */
  function wakeAfter(ms: number): void {
    if (stopped || ms >= POLL_MS) return;
    const cancel = clock.after(ms, () => {
      retries.delete(cancel);
      duty.wake();
    });
    retries.add(cancel);
  }

  /** For a message that was claimed but certainly never sent to the carrier. */
  function giveBack(claimed: ClaimKey, reason: string): void {
    write(claimed, { kind: 'deferred', retryAfterMs: 0, reason });
  }

  function write(message: ClaimKey | ClaimedMessage, outcome: SubmissionOutcome): void {
    const { id, createdAt, attempt } = message;
    const evidence = { kind: 'outcome', key: { id, createdAt }, gatewayId, attempt, outcome } as const;
    writer.outcome('partition' in message ? { ...evidence, claimed: message } : evidence, (error) => {
      if (error !== null)
        log.error(
          { err: error, message: id, outcome: outcome.kind },
          'gave up writing the outcome of a submission',
        );
      if (outcome.kind === 'deferred') wakeAfter(outcome.retryAfterMs);
      inFlight -= 1;
      if (inFlight === 0) {
        emptied?.resolve();
        emptied = undefined;
      }
      if (more) duty.wake();
    });
  }

  return {
    start: duty.start,
    wake: duty.wake,
    stop() {
      stopped = true;
      for (const cancel of retries) cancel();
      return duty.stop();
    },
    async idle() {
      while (inFlight > 0) {
        emptied ??= Promise.withResolvers();
        await emptied.promise;
      }
    },
    inFlight: () => inFlight,
  };
}

function failedWhileSending({ claimedAt }: ClaimedMessage): SubmissionOutcome {
  return { kind: 'unknown', at: claimedAt, error: 'The gateway failed while sending this message.' };
}
