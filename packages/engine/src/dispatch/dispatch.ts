/**
 * The pump of one gateway: claims waiting messages, no more than the gateway may be handed now, and hands them over.
 * The claim is committed before the gateway sees the message (promise 3), and what becomes of it is written by the
 * evidence writer. Woken by new messages, by free capacity and by its own outcomes; a slow look is the floor under that.
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
  /** There may be something to send, or room to send it. */
  wake(): void;
  /** Claims nothing more; what is under way goes on. Idempotent. */
  stop(): Promise<void>;
  /** Resolves when every claimed message's outcome is written, or given up. */
  idle(): Promise<void>;
  /** Messages claimed of which the outcome is not written yet. */
  inFlight(): number;
}

/** The most that is claimed at once, whatever the gateway would take: a kill makes UNKNOWN of what is claimed. */
const MAX_CLAIM = 1_000;
/** While messages are under way, so much of the window is let fall free, or so long is waited, before the next claim. */
const GATHER_SHARE = 0.25;
const GATHER_MS = 5;
/**
 * So many may be claimed of which the outcome is not written yet, or one window full where that is more: what is sent does
 * not run ahead of what is known of it, and a kill makes no more of them UNKNOWN.
 */
const MAX_IN_FLIGHT = 1_000;
const POLL_MS = 1_000;
const FEW_CHUNKS = 8;
/** A claim takes some 5 ms; until then what it claims from is locked. Doubled with each look in vain, up to the longest. */
const LOCKED_MS = 2;
const LONGEST_LOCKED_MS = 64;

/** What it takes to send over a gateway. */
export interface SendingDeps {
  readonly db: Database;
  /** The same by connections that go by keys alone: planning a claim takes longer than the claim. */
  readonly indexOnlyPool: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
  readonly log: Log;
  readonly gatewayId: number;
  readonly gateway: Gateway;
  readonly workerId: string;
  /** Of the claims over it, in milliseconds. */
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
  const doubts = createInDoubtClaims(deps);
  let stopped = false;
  let mostFree = 0;
  /** Whether the last claim left messages behind, as far as is known. */
  let more = false;
  /** The partner whose turn was the last. */
  let after = FIRST_PARTNER;
  const floor = createClaimFloor();
  /** How many chunks of a partner a claim looks at: more where they are small, as those of tests of a few messages. */
  let chunks = FEW_CHUNKS;

  const duty = createDuty({ clock, log, name: `sending over ${gateway.name}`, everyMs: POLL_MS, run: pump });

  async function pump(signal: AbortSignal): Promise<void> {
    for (const claim of await doubts.settle()) {
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
        // Other workers have locked all that waits, and may leave some of it.
        await clock.sleep(lockedMs);
        lockedMs = Math.min(lockedMs * 2, LONGEST_LOCKED_MS);
      }
    }
  }

  async function claim(limit: number) {
    const now = doubts.nextInstant();
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
      doubts.add(now);
      throw error;
    }
  }

  /** A claim costs a round trip whatever its size, so a trickle of capacity is let gather for a moment. */
  async function gatherCapacity(): Promise<number> {
    mostFree = Math.max(mostFree, gateway.capacity());
    const free = room();
    if (inFlight > 0 && free < mostFree * GATHER_SHARE) await clock.sleep(GATHER_MS);
    return room();
  }

  function room(): number {
    const unwritten = Math.max(MAX_IN_FLIGHT, mostFree) - inFlight;
    return Math.max(0, Math.min(gateway.capacity(), unwritten, MAX_CLAIM));
  }

  /** Without a promise for each message: the gateway calls back with each outcome, and then the writer. */
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
      // Against the port's contract; whether anything was written cannot be known.
      log.error({ err: error, gateway: gateway.name }, 'a gateway failed instead of telling an outcome');
      for (const message of batch) onOutcome(message, failedWhileSending(message.claimed));
    }
  }

  function composeSafely(message: ClaimedMessage): Outbound | SubmissionOutcome {
    try {
      return compose(message);
    } catch (error) {
      log.error({ err: error, message: message.id }, 'a message could not be composed');
      return failedWhileSending(message);
    }
  }

  function onOutcome(message: Outbound, outcome: SubmissionOutcome): void {
    if (message.isSettled) return;
    message.isSettled = true;
    settle(message.claimed, outcome);
  }

  function settle(message: ClaimedMessage, outcome: SubmissionOutcome): void {
    metrics.submitted(gateway.name, outcome.kind);
    if (outcome.kind !== 'deferred') sendLag.note({ runId: message.runId, at: outcome.at });
    if (more) duty.wake();
    write(message, outcome);
  }

  /** A look each second would find it too, but a throttled carrier may ask for much shorter pauses. */
  function wakeAfter(ms: number): void {
    if (stopped || ms >= POLL_MS) return;
    const cancel = clock.after(ms, () => {
      retries.delete(cancel);
      duty.wake();
    });
    retries.add(cancel);
  }

  /** Claimed, and surely never written to the carrier. */
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
          'the outcome of a submission was given up',
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
