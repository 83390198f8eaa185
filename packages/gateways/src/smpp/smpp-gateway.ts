/** The SMPP gateway: the binds of one account with a carrier, within their windows, throughput limit and congestion control. */
import type { Gateway } from '../gateway-port.ts';
import { withFields } from '../log.ts';
import { createSubmitter, type GatewayOptions, systemRandom } from '../pacing/submitter.ts';
import { composeMessage } from './compose.ts';
import { createDeliveries } from './deliveries.ts';
import { createFastPath } from './fast-path.ts';
import { createLanes } from './lanes.ts';
import { createReferences } from './references.ts';
import type { SmppGatewaySettings } from './settings.ts';
import { type SubmissionContext, submitParts } from './submission.ts';

/** Minimum time for unbinding, even past the deadline of the stop, so that the carrier receives the unbind. */
const MIN_UNBIND_MS = 250;

export function createSmppGateway(options: GatewayOptions<SmppGatewaySettings>): Gateway {
  const { name, clock, settings, share, random = systemRandom } = options;
  const log = withFields(options.log, { gateway: name });
  const deps = { clock, log, settings, share, random };
  const references = createReferences(random, settings.concatenation === 'udh8' ? 256 : 65_536);
  const deliveries = createDeliveries({
    clock,
    log,
    settings,
    onReceipt: (receipt, done) => submitter.handlers().onReceipt(receipt, done),
    receiptParts: () => submitter.handlers().receiptParts,
    onIgnored: (ignored) => submitter.handlers().onIgnored(ignored),
  });
  const submitter = createSubmitter({
    ...deps,
    name,
    sendsMms: false,
    link: {
      peer: 'carrier',
      start: () => lanes.start(),
      limit: () => lanes.limit(),
      blocked: () =>
        lanes.best()
          ? null
          : {
              reason: `The link is down. ${lanes.state().reason ?? ''}`.trim(),
              retryInMs: lanes.retryInMs(),
            },
      pauseLeftMs: () => lanes.pauseLeftMs(),
      state: () => lanes.state(),
      idle: deliveries.idle,
      stop: (withinMs) => lanes.stop(Math.max(MIN_UNBIND_MS, withinMs)),
    },
    send(message, report) {
      const composed = composeMessage(settings, message, references);
      if (!composed.ok) return report(message, { kind: 'rejected', at: clock.now(), error: composed.fault });
      const { pdus } = composed;
      const [first, second] = pdus;
      if (first && !second && fastPath.trySubmit(message, first, report)) return;
      const lastWriteAt = clock.now() + 1.5 * settings.responseTimeoutMs;
      submitter.sendWithSlots(
        message,
        pdus.length,
        (slots) => submitParts(context, { message, pdus, slots, lastWriteAt }),
        report,
      );
    },
  });
  const lanes = createLanes({
    ...deps,
    onDelivered: deliveries.receive,
    onChange: submitter.onLinkChange,
  });
  const context: SubmissionContext = {
    clock,
    random,
    lanes,
    pace: submitter.pace,
    giveUp: submitter.giveUp,
    onLateOutcome: submitter.reportLate,
  };
  const fastPath = createFastPath({ ...context, ...submitter, onEnded: submitter.update });
  return submitter.gateway;
}
