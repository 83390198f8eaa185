/**
 * A Twilio gateway beside a programmable Messages API, in time that the test moves. Its receipts take the way they take
 * in the program: through the status callback at the HTTP edge, which ends what it has under way when all is stopped.
 */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import type { CarrierReceipt, GatewayHandlers } from '../gateway-port.ts';
import { type Log, silentLog } from '../log.ts';
import { createUnderWay } from '../pacing/under-way.ts';
import { PROBE_MS } from '../twilio/account-link.ts';
import { checkTwilioSettings } from '../twilio/settings.ts';
import { createStatusCallback } from '../twilio/status-callback.ts';
import { createTwilioGateway } from '../twilio/twilio-gateway.ts';
import { ACCOUNT, CALLBACK_URL, type ProgrammableApi, startProgrammableApi } from './programmable-api.ts';
import { createSoleShare } from './sole-share.ts';
import type { GatewayRig } from './test-carrier.ts';

export interface TwilioRig extends GatewayRig {
  readonly carrier: ProgrammableApi;
}

/** @param overrides of the settings, beside what reaches the API; jitter is the least there is. */
export async function setUpTwilio(overrides: object = {}, log: Log = silentLog): Promise<TwilioRig> {
  const clock = createManualClock();
  const edge = createUnderWay();
  let handlers: GatewayHandlers | undefined;
  const inbox = createStatusCallback({
    path: '/api/gateways/1/status',
    url: () => CALLBACK_URL,
    authToken: ACCOUNT.authToken,
    clock,
    log,
  });
  const carrier = await startProgrammableApi((headers, body) =>
    edge.track(
      inbox.receive({ headers, body: Buffer.from(body) }, (receipt) => {
        if (!handlers) throw new Error('the gateway has not been started');
        return takenBy(handlers, receipt);
      }),
    ),
  );
  const raw = { baseUrl: `http://127.0.0.1:${carrier.port}`, ...ACCOUNT, ...overrides };
  const check = checkTwilioSettings(raw);
  if (!check.ok) throw new Error(check.faults.join(' '));
  const { settings } = check;
  const gateway = createTwilioGateway({
    name: 'Twilio',
    clock,
    log,
    random: () => 0,
    settings,
    share: createSoleShare(clock),
    statusCallback: () => CALLBACK_URL,
  });
  return {
    gateway: {
      ...gateway,
      start(given) {
        handlers = given;
        gateway.start(given);
      },
      async stop(withinMs) {
        await Promise.all([edge.idle(), gateway.stop(withinMs)]);
      },
    },
    carrier,
    responseTimeoutMs: settings.responseTimeoutMs,
    reconnectMs: 500,
    noticesLossMs: PROBE_MS,
    linkStands: false,
    advance: clock.advance,
    async dispose() {
      const stopped = gateway.stop(0);
      await carrier.close();
      await clock.advance(1_000);
      await stopped;
    },
  };
}

/** Resolves once the receipt is committed. */
function takenBy(handlers: GatewayHandlers, receipt: CarrierReceipt): Promise<void> {
  return new Promise((resolve, reject) => {
    handlers.onReceipt(receipt, (error) => (error === null ? resolve() : reject(error)));
  });
}
