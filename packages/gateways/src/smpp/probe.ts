/** Tests an SMPP account: binds once for each mode like the gateway, and sends enquire_link, but no message. */
import { connectSmppClient, SmppBindError } from '@textprobe/smpp/client';
import type { BindMode } from '@textprobe/smpp/pdu';
import type { Probe, ProbeOptions } from '../probe.ts';
import { describeLinkFailure } from './link-failure.ts';
import type { SmppGatewaySettings } from './settings.ts';
import { tlsOptions } from './tls-settings.ts';

const UNBIND_MS = 1_000;

/** Rejects a receipt, so that the carrier sends it to another of our binds. */
const rejectDelivery = () => Promise.reject(new Error('only a probe'));

/** Never rejects. */
export async function probeSmpp(
  settings: SmppGatewaySettings,
  { clock, withinMs, lookup }: ProbeOptions,
): Promise<Probe> {
  const startedAt = clock.now();
  const timeout = new AbortController();
  const cancel = clock.after(withinMs, () => timeout.abort());
  const address = `${settings.host}:${settings.port}${settings.tls ? ' (TLS)' : ''}`;
  const modes: readonly BindMode[] = settings.bind === 'pair' ? ['transmitter', 'receiver'] : [settings.bind];
  const took = () => clock.now() - startedAt;
  try {
    for (const mode of modes) await tryBind(settings, mode, { clock, lookup, signal: timeout.signal });
    const words = `Bound to ${address} as ${modes.join(' and ')}, and enquire_link was answered.`;
    return { ok: true, isAnswer: true, words, tookMs: took() };
  } catch (error) {
    const words = timeout.signal.aborted
      ? `${address} did not answer within ${withinMs / 1_000} s.`
      : describeLinkFailure(error, settings).reason;
    return { ok: false, isAnswer: error instanceof SmppBindError, words, tookMs: took() };
  } finally {
    cancel();
  }
}

async function tryBind(
  settings: SmppGatewaySettings,
  mode: BindMode,
  deps: Pick<ProbeOptions, 'clock' | 'lookup'> & { readonly signal: AbortSignal },
): Promise<void> {
  const { signal } = deps;
  const client = await connectSmppClient({
    ...settings,
    ...deps,
    tls: tlsOptions(settings),
    bind: mode,
    onDeliverSm: rejectDelivery,
    onDataSm: rejectDelivery,
  });
  const end = () => client.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.enquireLink();
    await client.unbind(UNBIND_MS);
  } finally {
    signal.removeEventListener('abort', end);
    client.destroy();
  }
}
