/**
 * A Twilio gateway connected to a programmable Messages API, on a manual clock. Receipts arrive through the status callback,
 * as in the program; a stop waits for callbacks in flight.
 */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import type { CarrierReceipt, GatewayHandlers } from '../gateway-port.ts';
import { type Log, silentLog } from '../log.ts';
import { createInFlight } from '../pacing/in-flight.ts';
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

/** @param overrides of the settings other than the API's address; there is no jitter */
export async function setUpTwilio(overrides: object = {}, log: Log = silentLog): Promise<TwilioRig> {
  const clock = createManualClock();
  const edge = createInFlight();
  let handlers: GatewayHandlers | undefined;
  const inbox = createStatusCallback({
    path: '/api/gateways/1/status',
    url: () => CALLBACK_URL,
    authToken: ACCOUNT.authToken,
    clock,
    log,
    onIgnored: async () => {},
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
    hasPermanentLink: false,
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
