/** The way out over SMPP: the binds of one account with a carrier, held to their windows, its pace and its moods. */
import { randomInt } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import type { SubmitFields } from '@textprobe/smpp/client';
import type {
  Gateway,
  GatewayHandlers,
  GatewayShare,
  OnOutcome,
  OutboundMessage,
  SubmissionOutcome,
} from '../gateway-port.ts';
import { type Log, withFields } from '../log.ts';
import { createPace } from '../pacing/pace.ts';
import { createSlots } from '../pacing/slots.ts';
import { createUnderWay } from '../pacing/under-way.ts';
import { submitByBatch, tellOutcome } from '../submission-forms.ts';
import { composeMessage, composeShort } from './compose.ts';
import { createDeliveries } from './deliveries.ts';
import { createFastPath } from './fast-path.ts';
import { createLanes } from './lanes.ts';
import { createReferences } from './references.ts';
import type { SmppGatewaySettings } from './settings.ts';
import { type SubmissionContext, submitParts } from './submission.ts';

export interface SmppGatewayOptions {
  /** As the directory and the log know it. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SmppGatewaySettings;
  /** What it shares with the other processes that have it open; without it, it has the carrier to itself. */
  readonly share?: GatewayShare;
  /** From 0 to below 1, for jitter and first references; by default of the system's. */
  readonly random?: () => number;
}

/** How long unbinding may take when the time of a stop is used up: the carrier should see it in any case. */
const LEAST_UNBIND_MS = 250;

export function createSmppGateway(options: SmppGatewayOptions): Gateway {
  const { name, clock, settings, share, random = systemRandom } = options;
  const log = withFields(options.log, { gateway: name });
  const { responseTimeoutMs } = settings;
  const references = createReferences(random, settings.concatenation === 'udh8' ? 256 : 65_536);
  const pace = createPace({ clock, perSecond: settings.throughput, share, onChange: update });
  const slots = createSlots(() => lanes.limit());
  const submissions = createUnderWay();
  /** Late answers being committed. */
  const corrections = createUnderWay();
  const giveUp = new AbortController();
  const deliveries = createDeliveries({
    clock,
    log,
    messageIds: settings.messageIds,
    onReceipt: (receipt, done) => started().onReceipt(receipt, done),
  });
  const onDelivered = deliveries.receive;
  const lanes = createLanes({ clock, log, random, settings, share, onDelivered, onChange });
  const context: SubmissionContext = {
    clock,
    random,
    lanes,
    pace,
    giveUp: giveUp.signal,
    onLateOutcome: tellLateOutcome,
  };
  const fastPath = createFastPath({ ...context, slots, submissions, onEnded: update });
  let handlers: GatewayHandlers | undefined;
  let stopped: Promise<void> | undefined;
  let hadCapacity = false;
  let cancelRateTimer = () => {};

  function started(): GatewayHandlers {
    if (!handlers) throw new Error(`gateway ${name} has not been started`);
    return handlers;
  }

  function onChange() {
    if (!lanes.best()) slots.sendAway();
    update();
  }

  function capacity(): number {
    if (stopped) return 0;
    return Math.max(0, Math.min(lanes.limit() - slots.claimed(), pace.ready()));
  }

  /** Call it whenever there may be more room, or less: it lets in who waits and tells a rise from none. */
  function update() {
    slots.admit();
    const hasCapacity = capacity() > 0;
    const hasRisen = hasCapacity && !hadCapacity;
    hadCapacity = hasCapacity;
    cancelRateTimer();
    if (!stopped && pace.waitMs() > 0) cancelRateTimer = clock.after(pace.waitMs(), update);
    if (hasRisen) started().onCapacity();
  }

  function tellLateOutcome(reference: string, outcome: SubmissionOutcome) {
    void corrections.track(correct(reference, outcome));
  }

  async function correct(reference: string, outcome: SubmissionOutcome): Promise<void> {
    log.info({ reference, outcome: outcome.kind }, 'An answer came after its time.');
    try {
      await started().onLateOutcome(reference, outcome);
    } catch (error) {
      log.error({ err: error, reference }, 'A late answer was not taken; the message stays unknown.');
    }
  }

  /** Why nothing may be sent now, or null. */
  function obstacle(): SubmissionOutcome | null {
    if (stopped) return deferred('The gateway is being stopped.', 1_000);
    if (!lanes.best()) {
      const reason = `The link is down. ${lanes.state().reason ?? ''}`;
      return deferred(reason.trim(), Math.min(60_000, Math.max(500, lanes.retryInMs())));
    }
    const pauseMs = lanes.pauseLeftMs();
    return pauseMs > 0 ? deferred('The carrier asked for a pause.', pauseMs + 1_000 * random()) : null;
  }

  function submitBatch<M extends OutboundMessage>(messages: readonly M[], onOutcome: OnOutcome<M>): void {
    const tell: OnOutcome<M> = (message, outcome) => tellOutcome(log, message, outcome, onOutcome);
    for (const message of messages) {
      try {
        submitOne(message, tell);
      } catch (error) {
        tell(message, broken(message, error, clock.now()));
      }
    }
    update();
  }

  /** Ours to mend; for the message the one safe word is that nobody knows. */
  function broken({ reference }: OutboundMessage, error: unknown, at: number): SubmissionOutcome {
    log.error({ err: error, reference }, 'A submission broke.');
    return { kind: 'unknown', at, error: `The submission broke: ${String(error)}.` };
  }

  function submitOne<M extends OutboundMessage>(message: M, tell: OnOutcome<M>): void {
    const blocked = obstacle();
    if (blocked) return tell(message, blocked);
    const pdu = composeShort(settings, message);
    if (pdu !== null && fastPath.trySubmit(message, pdu, tell)) return;
    const composed = composeMessage(settings, message, references);
    if (!composed.ok) return tell(message, { kind: 'rejected', at: clock.now(), error: composed.fault });
    void submissions.track(submitSlowly(message, composed.pdus)).then((outcome) => {
      update();
      tell(message, outcome);
    });
  }

  async function submitSlowly(
    message: OutboundMessage,
    pdus: readonly SubmitFields[],
  ): Promise<SubmissionOutcome> {
    const submittedAt = clock.now();
    const granted = await takeSlots(pdus.length);
    if (granted === 0) return obstacle() ?? deferred('The window stayed full.', 1_000);
    try {
      const lastWriteAt = submittedAt + 1.5 * responseTimeoutMs;
      return await submitParts(context, { message, pdus, slots: granted, lastWriteAt });
    } catch (error) {
      return broken(message, error, submittedAt);
    } finally {
      slots.give(granted);
    }
  }

  async function takeSlots(count: number): Promise<number> {
    let cancel = () => {};
    const taking = slots.take(count, () => {
      const patience = new AbortController();
      cancel = clock.after(responseTimeoutMs / 2, () => patience.abort());
      return patience.signal;
    });
    update();
    const granted = await taking;
    cancel();
    return granted;
  }

  async function stop(withinMs: number): Promise<void> {
    const deadline = clock.now() + withinMs;
    const cancel = clock.after(withinMs, () => giveUp.abort());
    slots.sendAway();
    const allDone = Promise.all([submissions.idle(), deliveries.idle(), corrections.idle()]);
    await Promise.race([allDone, whenAborted(giveUp.signal)]);
    cancel();
    giveUp.abort();
    cancelRateTimer();
    lanes.resetPauses();
    await lanes.stop(Math.max(LEAST_UNBIND_MS, deadline - clock.now()));
    await submissions.idle();
  }

  return {
    name,
    sendsMms: false,
    ...(share && { settingsMark: share.settingsMark }),
    capacity,
    submitBatch,
    submit: submitByBatch(submitBatch),
    start(given) {
      if (stopped) throw new Error(`gateway ${name} has been stopped and cannot be started again`);
      handlers = given;
      lanes.start();
    },
    stop(withinMs) {
      stopped ??= stop(withinMs);
      return stopped;
    },
    state: lanes.state,
  };
}

const systemRandom = () => randomInt(2 ** 32) / 2 ** 32;

function deferred(reason: string, retryAfterMs: number): SubmissionOutcome {
  return { kind: 'deferred', reason, retryAfterMs: Math.round(retryAfterMs) };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
