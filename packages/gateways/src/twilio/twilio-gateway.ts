/** The way out over the Messages API of Twilio and of those who copy it: one POST a message, SMS or MMS. */
import { randomInt } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import type {
  Gateway,
  GatewayHandlers,
  GatewayShare,
  OutboundMessage,
  SubmissionOutcome,
} from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { createCongestion } from '../pacing/congestion.ts';
import { createPace } from '../pacing/pace.ts';
import { createSlots } from '../pacing/slots.ts';
import { createUnderWay } from '../pacing/under-way.ts';
import { batchBySubmit } from '../submission-forms.ts';
import { createAccountLink, describeNoConnection } from './account-link.ts';
import { readAnswer } from './answer.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { accountRequest, composeRequest } from './message-request.ts';
import type { TwilioGatewaySettings } from './settings.ts';

export interface TwilioGatewayOptions {
  /** As the directory and the log know it. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: TwilioGatewaySettings;
  /** Where the provider posts what became of a message; null: nowhere, and no receipt will come. */
  readonly statusCallback: () => string | null;
  /** What it shares with the other processes that have it open; without it, it has the account to itself. */
  readonly share?: GatewayShare;
  /** From 0 to below 1, for jitter; by default of the system's. */
  readonly random?: () => number;
}

export function createTwilioGateway(options: TwilioGatewayOptions): Gateway {
  const { name, clock, log, settings, statusCallback, share, random = systemRandom } = options;
  const { responseTimeoutMs: timeoutMs } = settings;
  const giveUp = new AbortController();
  const wire = { clock, timeoutMs, signal: giveUp.signal };
  const pace = createPace({ clock, perSecond: settings.throughput, share, onChange: update });
  const congestion = createCongestion({ clock, window: settings.window, random, onResume: update });
  const slots = createSlots(() => (link.isUp() ? congestion.limit() : 0));
  const link = createAccountLink({
    clock,
    random,
    probe: () => exchange(accountRequest(settings), wire),
    onChange,
  });
  /** Submissions, and late answers being committed. */
  const submissions = createUnderWay();
  const commits = createUnderWay();
  let handlers: GatewayHandlers | undefined;
  let stopped: Promise<void> | undefined;
  let hadCapacity = false;
  let cancelRateTimer = () => {};

  function onChange() {
    if (!link.isUp()) slots.sendAway();
    const { reason, link: state } = link.state();
    if (state === 'down') log.warn({ gateway: name, reason }, 'The provider cannot be used.');
    if (state === 'up') log.info({ gateway: name }, 'The provider knows the account.');
    update();
  }

  function capacity(): number {
    if (stopped || !link.isUp()) return 0;
    return Math.max(0, Math.min(congestion.limit() - slots.claimed(), pace.ready()));
  }

  /** Call it whenever there may be more room, or less: it lets in who waits and tells a rise from none. */
  function update() {
    slots.admit();
    const hasCapacity = capacity() > 0;
    const hasRisen = hasCapacity && !hadCapacity;
    hadCapacity = hasCapacity;
    cancelRateTimer();
    if (!stopped && pace.waitMs() > 0) cancelRateTimer = clock.after(pace.waitMs(), update);
    if (hasRisen) handlers?.onCapacity();
  }

  /** Why nothing may be sent now, or null. */
  function obstacle(): SubmissionOutcome | null {
    if (stopped) return deferred('The gateway is being stopped.', 1_000);
    if (!link.isUp()) {
      const reason = link.state().reason ?? 'The gateway has not been started.';
      return deferred(reason, Math.min(60_000, Math.max(500, link.retryInMs())));
    }
    const pauseMs = congestion.pauseLeftMs();
    return pauseMs > 0 ? deferred('The provider asked for a pause.', pauseMs + 1_000 * random()) : null;
  }

  async function submitTracked(message: OutboundMessage): Promise<SubmissionOutcome> {
    const at = clock.now();
    const outcome = await submissions.track(submit(message).catch((error) => broken(message, error, at)));
    update();
    return outcome;
  }

  /** Ours to mend; for the message the one safe word is that nobody knows. */
  function broken({ reference }: OutboundMessage, error: unknown, at: number): SubmissionOutcome {
    log.error({ err: error, reference }, 'A submission broke.');
    return { kind: 'unknown', at, error: `The submission broke: ${String(error)}.` };
  }

  async function submit(message: OutboundMessage): Promise<SubmissionOutcome> {
    const blocked = obstacle();
    if (blocked) return blocked;
    const composed = composeRequest(settings, message, statusCallback());
    if (!composed.ok) return { kind: 'rejected', at: clock.now(), error: composed.fault };
    if (!(await takeSlot())) return obstacle() ?? deferred('The window stayed full.', 1_000);
    try {
      return (await keepPace()) ?? (await send(message.reference, composed.request));
    } finally {
      slots.give(1);
    }
  }

  /** Waits for the message's instant; the outcome where it has none. */
  async function keepPace(): Promise<SubmissionOutcome | null> {
    const turn = await pace.turn(clock.now() + timeoutMs, giveUp.signal);
    if (turn === 'now') return null;
    if (turn === 'stopped') return deferred('The gateway is being stopped.', 1_000);
    return deferred('The limit of messages a second leaves no room.', turn.retryAfterMs);
  }

  async function send(reference: string, request: HttpRequest): Promise<SubmissionOutcome> {
    const found = await exchange(request, {
      ...wire,
      onLate: (answer) => void commits.track(tellLate(reference, answer)),
    });
    if (found.kind === 'lost')
      return { kind: 'unknown', at: found.at, error: `The provider’s answer was lost: ${found.error}.` };
    if (found.kind === 'not sent') {
      const reason = describeNoConnection(found.error);
      link.lost(reason, false);
      return deferred(reason, Math.max(500, link.retryInMs()));
    }
    return conclude(found);
  }

  function conclude(answer: HttpAnswer): SubmissionOutcome {
    const read = readAnswer(answer);
    if (read.kind === 'told') {
      if (read.outcome.kind === 'accepted') congestion.accepted();
      return read.outcome;
    }
    if (read.kind === 'credentials') {
      link.lost(read.reason, true);
      return deferred(read.reason, 60_000);
    }
    congestion.busy(answer.at);
    // Spread over a second behind the pause: those deferred together do not come back together.
    const pauseMs = congestion.pauseLeftMs() + 1_000 * random();
    return deferred(read.reason, Math.min(300_000, Math.max(pauseMs, read.retryAfterMs ?? 0)));
  }

  async function takeSlot(): Promise<boolean> {
    let cancel = () => {};
    const taking = slots.take(1, () => {
      const patience = new AbortController();
      cancel = clock.after(timeoutMs / 2, () => patience.abort());
      return patience.signal;
    });
    update();
    const granted = await taking;
    cancel();
    return granted > 0;
  }

  /** The message was told as unknown and is never tried again: a late "too many" is final too. */
  async function tellLate(reference: string, answer: HttpAnswer): Promise<void> {
    const read = readAnswer(answer);
    const outcome: SubmissionOutcome =
      read.kind === 'told' ? read.outcome : { kind: 'rejected', at: answer.at, error: read.reason };
    if (outcome.kind === 'unknown') return;
    log.info({ reference, outcome: outcome.kind }, 'An answer came after its time.');
    try {
      await handlers?.onLateOutcome(reference, outcome);
    } catch (error) {
      log.error({ err: error, reference }, 'A late answer was not taken; the message stays unknown.');
    }
  }

  async function stop(withinMs: number): Promise<void> {
    const cancel = clock.after(withinMs, () => giveUp.abort());
    slots.sendAway();
    const isOver = new Promise((resolve) => giveUp.signal.addEventListener('abort', resolve, { once: true }));
    await Promise.race([Promise.all([submissions.idle(), commits.idle()]), isOver]);
    cancel();
    giveUp.abort();
    cancelRateTimer();
    congestion.reset();
    link.stop();
    await submissions.idle();
  }

  return {
    name,
    sendsMms: true,
    ...(share && { settingsMark: share.settingsMark }),
    capacity,
    submitBatch: batchBySubmit(submitTracked, log),
    submit: submitTracked,
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
  };
}

const systemRandom = () => randomInt(2 ** 32) / 2 ** 32;

function deferred(reason: string, retryAfterMs: number): SubmissionOutcome {
  return { kind: 'deferred', reason, retryAfterMs: Math.round(retryAfterMs) };
}
