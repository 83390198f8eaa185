/** An SMPP gateway connected to a programmable SMSC, on a manual clock. */
import type { TlsOptions } from 'node:tls';
import { createManualClock, type ManualClock } from '@textprobe/domain/testing/manual-clock';
import type { GatewayShare } from '../gateway-port.ts';
import { type Log, silentLog } from '../log.ts';
import { checkSmppSettings, type SmppGatewaySettings } from '../smpp/settings.ts';
import { createSmppGateway } from '../smpp/smpp-gateway.ts';
import { type ProgrammableSmsc, startProgrammableSmsc } from './programmable-smsc.ts';
import { createSoleShare } from './sole-share.ts';
import type { GatewayRig } from './test-carrier.ts';

export interface SmppRig extends GatewayRig {
  readonly carrier: ProgrammableSmsc;
}

/** Settings for an SMSC on loopback. */
export function smppSettings(given: object): SmppGatewaySettings {
  const account = { host: '127.0.0.1', systemId: 'textprobe', password: 'secret' };
  const check = checkSmppSettings({ ...account, ...given });
  if (!check.ok) throw new Error(check.faults.join(' '));
  return check.settings;
}

/**
 * @param overrides of the settings other than the SMSC's address; there is no jitter
 * @param tls enables TLS at the SMSC
 */
export async function setUpSmpp(
  overrides: object = {},
  log: Log = silentLog,
  tls?: TlsOptions,
  clock: ManualClock = createManualClock(),
  share: GatewayShare = createSoleShare(clock),
): Promise<SmppRig> {
  const carrier = await startProgrammableSmsc(tls === undefined ? {} : { tls });
  const settings = smppSettings({ port: carrier.port, ...overrides });
  const gateway = createSmppGateway({ name: 'SMPP', clock, log, random: () => 0, settings, share });
  return {
    gateway,
    carrier,
    responseTimeoutMs: settings.responseTimeoutMs,
    reconnectMs: 500,
    noticesLossMs: 0,
    hasPermanentLink: true,
    advance: clock.advance,
    async dispose() {
      const stopped = gateway.stop(0);
      await carrier.close();
      await clock.advance(1_000);
      await stopped;
    },
  };
}
