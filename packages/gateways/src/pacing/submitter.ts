/**
 * What all gateways share: each message of a batch gets exactly one outcome, a message waits for a slot while the window is
 * full, the engine is notified when capacity returns, and a stop waits for what is in flight. A gateway adds its link and how
 * it sends one message.
 */
import { randomInt } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import type {
  Gateway,
  GatewayHandlers,
  GatewayShare,
  LinkState,
  OnOutcome,
  OutboundMessage,
  SubmissionOutcome,
} from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import { createPace, type Pace } from './pace.ts';
import { createSlots, type Slots } from './slots.ts';

/** The options of a gateway of any protocol. */
export interface GatewayOptions<Settings> {
  /** Its name in the directory and in log lines. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  /** Shared with the other processes that have this gateway open. */
  readonly share: GatewayShare;
  /** For jitter, from 0 to below 1; the system's generator by default. */
  readonly random?: () => number;
}

/** The connection to the carrier, as far as pacing needs to know it. */
export interface PacedLink {
  /** How outcomes refer to the other side. */
  readonly peer: 'carrier' | 'provider';
  start(): void;
  /** Slots that may be used now; 0 while the link is down or paused. */
  limit(): number;
  /** Why the link is down (a sentence) and the milliseconds until the next attempt; null if it is up. */
  blocked(): { readonly reason: string; readonly retryInMs: number } | null;
  /** Milliseconds; 0 if there is no pause. */
  pauseLeftMs(): number;
  state(): LinkState;
  /** Resolves once the link itself has nothing in flight that a stop must wait for. */
  idle?(): Promise<void>;
  /** Ends pauses and closes the link within `withinMs`; negative if the stop's deadline has passed. */
  stop(withinMs: number): void | Promise<void>;
}

export interface Submitter {
  readonly gateway: Gateway;
  readonly pace: Pace;
  readonly slots: Slots;
  readonly submissions: InFlight;
  /** Aborts at the deadline of a stop. */
  readonly giveUp: AbortSignal;
  /** Throws if called before the start. */
  handlers(): GatewayHandlers;
  /** Call it whenever capacity may have changed: serves waiting messages and notifies the engine when capacity returns. */
  update(): void;
  /** Call it when the link comes up or goes down, or a pause ends. */
  onLinkChange(): void;
  /** Sends a message once it has `count` slots (at most the whole window). If `send` rejects, the outcome is `unknown`. */
  sendWithSlots<M extends OutboundMessage>(
    message: M,
    count: number,
    send: (slots: number) => Promise<SubmissionOutcome>,
    report: OnOutcome<M>,
  ): void;
  /** Reports the late answer to a message whose outcome was `unknown`. */
  reportLate(reference: string, outcome: SubmissionOutcome): void;
}

/** @param options.send called while nothing blocks the gateway; must call `report`, which never throws, once */
export function createSubmitter(
  options: Required<GatewayOptions<{ throughput: number | null; responseTimeoutMs: number }>> & {
    readonly sendsMms: boolean;
    readonly link: PacedLink;
    send<M extends OutboundMessage>(message: M, report: OnOutcome<M>): void;
  },
): Submitter {
  const { name, clock, log, settings, share, random, sendsMms, link } = options;
  const pace = createPace({ clock, perSecond: settings.throughput, share, onChange: update });
  const slots = createSlots(link.limit, (onTimeout) =>
    clock.after(settings.responseTimeoutMs / 2, onTimeout),
  );
  const submissions = createInFlight();
  /** Late answers that are being committed. */
  const corrections = createInFlight();
  const giveUp = new AbortController();
  let handlers: GatewayHandlers | undefined;
  let stopped: Promise<void> | undefined;
  let hadCapacity = false;

  function capacity(): number {
    if (stopped) return 0;
    return Math.max(0, Math.min(link.limit() - slots.claimed(), pace.ready()));
  }

  function update(): void {
    slots.admit();
    const hasCapacity = capacity() > 0;
    const hasRisen = hasCapacity && !hadCapacity;
    hadCapacity = hasCapacity;
    if (hasRisen) handlers?.onCapacity();
  }

  /** The outcome while nothing may be sent, or null. */
  function blockedOutcome(): SubmissionOutcome | null {
    if (stopped) return deferred('The gateway is stopping.', 1_000);
    const blocked = link.blocked();
    if (blocked) return deferred(blocked.reason, Math.min(60_000, Math.max(500, blocked.retryInMs)));
    const pauseMs = link.pauseLeftMs();
    return pauseMs > 0 ? deferred(`The ${link.peer} asked for a pause.`, pauseMs + 1_000 * random()) : null;
  }

  function submitBatch<M extends OutboundMessage>(messages: readonly M[], onOutcome: OnOutcome<M>): void {
    // An exception from `onOutcome` must not end the carrier's session or affect the rest of the batch.
    const report: OnOutcome<M> = (message, outcome) => {
      try {
        onOutcome(message, outcome);
      } catch (error) {
        log.error({ err: error, reference: message.reference }, 'Failed to report the outcome of a message.');
      }
    };
    for (const message of messages) {
      const blocked = blockedOutcome();
      if (blocked) {
        report(message, blocked);
        continue;
      }
      try {
        options.send(message, report);
      } catch (error) {
        report(message, broken(message, error, clock.now()));
      }
    }
    update();
  }

  /** An internal error: whether the message was sent is unknown. */
  function broken({ reference }: OutboundMessage, error: unknown, at: number): SubmissionOutcome {
    log.error({ err: error, reference }, 'A submission failed with an internal error.');
    return { kind: 'unknown', at, error: `The submission failed with an internal error: ${String(error)}.` };
  }

  async function withSlots(
    count: number,
    send: (slots: number) => Promise<SubmissionOutcome>,
  ): Promise<SubmissionOutcome> {
    const pending = slots.take(count);
    update();
    const granted = await pending;
    if (granted === 0) return blockedOutcome() ?? deferred('The window stayed full.', 1_000);
    try {
      return await send(granted);
    } finally {
      slots.give(granted);
    }
  }

  async function correct(reference: string, outcome: SubmissionOutcome): Promise<void> {
    log.info({ reference, outcome: outcome.kind }, 'An answer arrived after its timeout.');
    try {
      await started().onLateOutcome(reference, outcome);
    } catch (error) {
      log.error({ err: error, reference }, 'Failed to record a late answer; the message stays unknown.');
    }
  }

  function started(): GatewayHandlers {
    if (!handlers) throw new Error(`gateway ${name} has not been started`);
    return handlers;
  }

  async function stop(withinMs: number): Promise<void> {
    const deadline = clock.now() + withinMs;
    const timeout = Promise.withResolvers<void>();
    const cancel = clock.after(withinMs, timeout.resolve);
    slots.rejectWaiters();
    await Promise.race([
      Promise.all([submissions.idle(), corrections.idle(), link.idle?.()]),
      timeout.promise,
    ]);
    cancel();
    giveUp.abort();
    await link.stop(deadline - clock.now());
    await submissions.idle();
  }

  return {
    gateway: {
      name,
      sendsMms,
      settingsMark: share.settingsMark,
      capacity,
      submitBatch,
      start(given) {
        if (stopped) throw new Error(`gateway ${name} has been stopped and cannot be started again`);
        handlers = given;
        link.start();
      },
      stop(withinMs) {
        stopped ??= stop(withinMs);
        return stopped;
      },
      state: link.state,
    },
    pace,
    slots,
    submissions,
    giveUp: giveUp.signal,
    handlers: started,
    update,
    onLinkChange() {
      if (link.blocked()) slots.rejectWaiters();
      update();
    },
    sendWithSlots(message, count, send, report) {
      const at = clock.now();
      const sent = withSlots(count, send).catch((error) => broken(message, error, at));
      void submissions.track(sent).then((outcome) => {
        update();
        report(message, outcome);
      });
    },
    reportLate: (reference, outcome) => void corrections.track(correct(reference, outcome)),
  };
}

export function deferred(reason: string, retryAfterMs: number): SubmissionOutcome {
  return { kind: 'deferred', reason, retryAfterMs: Math.round(retryAfterMs) };
}

export const systemRandom = () => randomInt(2 ** 32) / 2 ** 32;
