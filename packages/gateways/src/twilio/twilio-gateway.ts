/** The gateway for the Messages API of Twilio and compatible providers: one POST per message, SMS or MMS. */
import type { Gateway, SubmissionOutcome } from '../gateway-port.ts';
import { withFields } from '../log.ts';
import { createCongestion } from '../pacing/congestion.ts';
import { createSubmitter, deferred, type GatewayOptions, systemRandom } from '../pacing/submitter.ts';
import { createAccountLink, describeNoConnection } from './account-link.ts';
import { readAnswer } from './answer.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { accountRequest, composeRequest } from './message-request.ts';
import type { TwilioGatewaySettings } from './settings.ts';

export interface TwilioGatewayOptions extends GatewayOptions<TwilioGatewaySettings> {
  /** The URL for status callbacks; null: none, so there are no receipts. */
  readonly statusCallback: () => string | null;
}

export function createTwilioGateway(options: TwilioGatewayOptions): Gateway {
  const { name, clock, settings, statusCallback, share, random = systemRandom } = options;
  const log = withFields(options.log, { gateway: name });
  const deps = { clock, log, settings, share, random };
  const { responseTimeoutMs: timeoutMs } = settings;
  const submitter = createSubmitter({
    ...deps,
    name,
    sendsMms: true,
    link: {
      peer: 'provider',
      start: () => link.start(),
      limit: () => (link.isUp() ? congestion.limit() : 0),
      blocked: () =>
        link.isUp()
          ? null
          : {
              reason: link.state().reason ?? 'The gateway has not been started.',
              retryInMs: link.retryInMs(),
            },
      pauseLeftMs: () => congestion.pauseLeftMs(),
      state: () => link.state(),
      stop() {
        congestion.reset();
        link.stop();
      },
    },
    send(message, report) {
      const composed = composeRequest(settings, message, statusCallback());
      if (!composed.ok) return report(message, { kind: 'rejected', at: clock.now(), error: composed.fault });
      const send = async () => (await waitForPace()) ?? (await post(message.reference, composed.request));
      submitter.sendWithSlots(message, 1, send, report);
    },
  });
  const congestion = createCongestion({ clock, window: settings.window, random, onResume: submitter.update });
  const link = createAccountLink({
    clock,
    random,
    probe: () => exchange(accountRequest(settings), { clock, timeoutMs, signal: submitter.giveUp }),
    onChange() {
      const { reason, link: state } = link.state();
      if (state === 'down') log.warn({ reason }, 'The provider cannot be used.');
      if (state === 'up') log.info({}, 'The provider accepted the account.');
      submitter.onLinkChange();
    },
  });

  /** Waits for the throughput limit; returns an outcome if the message cannot be sent. */
  async function waitForPace(): Promise<SubmissionOutcome | null> {
    const result = await submitter.pace.acquire(clock.now() + timeoutMs, submitter.giveUp);
    if (result === 'now') return null;
    if (result === 'stopped') return deferred('The gateway is stopping.', 1_000);
    return deferred('The throughput limit is reached.', result.retryAfterMs);
  }

  async function post(reference: string, request: HttpRequest): Promise<SubmissionOutcome> {
    const result = await exchange(request, {
      clock,
      timeoutMs,
      signal: submitter.giveUp,
      onLate: (answer) => reportLate(reference, answer),
    });
    if (result.kind === 'lost')
      return { kind: 'unknown', at: result.at, error: `The provider’s answer was lost: ${result.error}.` };
    if (result.kind === 'not sent') {
      const reason = describeNoConnection(result.error);
      link.lost(reason, false);
      return deferred(reason, Math.max(500, link.retryInMs()));
    }
    return outcomeOf(result);
  }

  function outcomeOf(answer: HttpAnswer): SubmissionOutcome {
    const read = readAnswer(answer);
    if (read.kind === 'outcome') {
      if (read.outcome.kind === 'accepted') congestion.accepted();
      return read.outcome;
    }
    if (read.kind === 'credentials') {
      link.lost(read.reason, true);
      return deferred(read.reason, 60_000);
    }
    congestion.busy(answer.at);
    // Spread over a second after the pause, so that deferred messages do not all return at once.
    const pauseMs = congestion.pauseLeftMs() + 1_000 * random();
    return deferred(read.reason, Math.min(300_000, Math.max(pauseMs, read.retryAfterMs ?? 0)));
  }

  /** The message was reported as unknown and is never retried, so a late "too many" is final too. */
  function reportLate(reference: string, answer: HttpAnswer): void {
    const read = readAnswer(answer);
    const outcome: SubmissionOutcome =
      read.kind === 'outcome' ? read.outcome : { kind: 'rejected', at: answer.at, error: read.reason };
    if (outcome.kind !== 'unknown') submitter.reportLate(reference, outcome);
  }

  return submitter.gateway;
}
