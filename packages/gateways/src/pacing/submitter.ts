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
import { createPace, type Pace } from './pace.ts';
import { createSlots, type Slots } from './slots.ts';
import { createUnderWay, type UnderWay } from './under-way.ts';

/** What a gateway is opened with, whatever its protocol. */
export interface GatewayOptions<Settings> {
  /** As the directory and the log know it. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  /** What it shares with the other processes that have it open. */
  readonly share: GatewayShare;
  /** From 0 to below 1, for jitter; by default of the system's. */
  readonly random?: () => number;
}

/** The connection to the carrier, as far as pacing needs to know it. */
export interface PacedLink {
  /** Whose it is, as outcomes call them. */
  readonly peer: 'carrier' | 'provider';
  start(): void;
  /** Slots that may be used now; 0 while the link is down or pauses. */
  limit(): number;
  /** Why the link is down (a sentence), and milliseconds until the next try; null: it is up. */
  blocked(): { readonly reason: string; readonly retryInMs: number } | null;
  /** Milliseconds; 0 where there is no pause. */
  pauseLeftMs(): number;
  state(): LinkState;
  /** Resolves once nothing else that a stop waits for is in flight. */
  idle?(): Promise<void>;
  /** Ends pauses and the link within `withinMs`, which may be negative: then the time of the stop is used up. */
  stop(withinMs: number): void | Promise<void>;
}

export interface Submitter {
  readonly gateway: Gateway;
  readonly pace: Pace;
  readonly slots: Slots;
  readonly submissions: UnderWay;
  /** Aborts when a stop cannot wait any longer. */
  readonly giveUp: AbortSignal;
  /** Throws before the start. */
  handlers(): GatewayHandlers;
  /** Call it whenever capacity may have changed: it gives free slots to those that wait, and notifies the engine of a rise. */
  update(): void;
  /** The link came up or went down, or a pause ended. */
  onLinkChange(): void;
  /** Sends a message once it has its slots: `count`, or the whole window where that is less. A rejection is an outcome too. */
  sendInTurn<M extends OutboundMessage>(
    message: M,
    count: number,
    send: (slots: number) => Promise<SubmissionOutcome>,
    report: OnOutcome<M>,
  ): void;
  /** Passes on the answer to a message that was reported as unknown. */
  reportLate(reference: string, outcome: SubmissionOutcome): void;
}

/** @param options.send sends a message while nothing blocks the gateway, and calls `report` once, which never throws */
export function createSubmitter(
  options: Required<GatewayOptions<{ throughput: number | null; responseTimeoutMs: number }>> & {
    readonly sendsMms: boolean;
    readonly link: PacedLink;
    send<M extends OutboundMessage>(message: M, report: OnOutcome<M>): void;
  },
): Submitter {
  const { name, clock, log, settings, share, random, sendsMms, link } = options;
  const pace = createPace({ clock, perSecond: settings.throughput, share, onChange: update });
  const slots = createSlots(link.limit, (leave) => clock.after(settings.responseTimeoutMs / 2, leave));
  const submissions = createUnderWay();
  /** Late answers being committed. */
  const corrections = createUnderWay();
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

  /** Why nothing may be sent now, or null. */
  function obstacle(): SubmissionOutcome | null {
    if (stopped) return deferred('The gateway is being stopped.', 1_000);
    const blocked = link.blocked();
    if (blocked) return deferred(blocked.reason, Math.min(60_000, Math.max(500, blocked.retryInMs)));
    const pauseMs = link.pauseLeftMs();
    return pauseMs > 0 ? deferred(`The ${link.peer} asked for a pause.`, pauseMs + 1_000 * random()) : null;
  }

  function submitBatch<M extends OutboundMessage>(messages: readonly M[], onOutcome: OnOutcome<M>): void {
    // Thrown on, what `onOutcome` throws would end the carrier's session or the other messages of the batch.
    const report: OnOutcome<M> = (message, outcome) => {
      try {
        onOutcome(message, outcome);
      } catch (error) {
        log.error({ err: error, reference: message.reference }, 'The outcome of a message was not taken.');
      }
    };
    for (const message of messages) {
      const blocked = obstacle();
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

  /** A fault of ours: whether the message went out is unknown. */
  function broken({ reference }: OutboundMessage, error: unknown, at: number): SubmissionOutcome {
    log.error({ err: error, reference }, 'A submission broke.');
    return { kind: 'unknown', at, error: `The submission broke: ${String(error)}.` };
  }

  async function withSlots(
    count: number,
    send: (slots: number) => Promise<SubmissionOutcome>,
  ): Promise<SubmissionOutcome> {
    const taking = slots.take(count);
    update();
    const granted = await taking;
    if (granted === 0) return obstacle() ?? deferred('The window stayed full.', 1_000);
    try {
      return await send(granted);
    } finally {
      slots.give(granted);
    }
  }

  async function correct(reference: string, outcome: SubmissionOutcome): Promise<void> {
    log.info({ reference, outcome: outcome.kind }, 'An answer came after its time.');
    try {
      await started().onLateOutcome(reference, outcome);
    } catch (error) {
      log.error({ err: error, reference }, 'A late answer was not taken; the message stays unknown.');
    }
  }

  function started(): GatewayHandlers {
    if (!handlers) throw new Error(`gateway ${name} has not been started`);
    return handlers;
  }

  async function stop(withinMs: number): Promise<void> {
    const deadline = clock.now() + withinMs;
    const timeIsUp = Promise.withResolvers<void>();
    const cancel = clock.after(withinMs, timeIsUp.resolve);
    slots.sendAway();
    await Promise.race([
      Promise.all([submissions.idle(), corrections.idle(), link.idle?.()]),
      timeIsUp.promise,
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
      if (link.blocked()) slots.sendAway();
      update();
    },
    sendInTurn(message, count, send, report) {
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
