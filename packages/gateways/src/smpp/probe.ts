/** Tries an SMPP account: binds as the gateway would, once for each mode, and asks enquire_link. Nothing is sent. */
import type { Clock } from '@textprobe/domain/clock';
import { connectSmppClient } from '@textprobe/smpp/client';
import type { BindMode } from '@textprobe/smpp/pdu';
import type { Probe } from '../probe.ts';
import { describeLinkFailure } from './link-failure.ts';
import type { SmppGatewaySettings } from './settings.ts';
import { tlsOptions } from './tls-settings.ts';

const UNBIND_MS = 1_000;

/** Rejected, a receipt is handed to another of our binds. */
const comeAgain = () => Promise.reject(new Error('only a trial'));

/** Never rejects. @param withinMs when it gives up, in milliseconds */
export async function probeSmpp(
  settings: SmppGatewaySettings,
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<Probe> {
  const began = clock.now();
  const giveUp = new AbortController();
  const cancel = clock.after(withinMs, () => giveUp.abort());
  const place = `${settings.host}:${settings.port}${settings.tls ? ' (TLS)' : ''}`;
  const modes: readonly BindMode[] = settings.bind === 'pair' ? ['transmitter', 'receiver'] : [settings.bind];
  const took = () => clock.now() - began;
  try {
    for (const mode of modes) await tryBind(settings, mode, clock, giveUp.signal);
    const words = `Bound to ${place} as ${modes.join(' and ')}, and enquire_link was answered.`;
    return { ok: true, words, tookMs: took() };
  } catch (error) {
    const words = giveUp.signal.aborted
      ? `${place} did not answer within ${withinMs / 1_000} s.`
      : describeLinkFailure(error, settings).reason;
    return { ok: false, words, tookMs: took() };
  } finally {
    cancel();
  }
}

async function tryBind(
  settings: SmppGatewaySettings,
  mode: BindMode,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const client = await connectSmppClient({
    ...settings,
    tls: tlsOptions(settings),
    bind: mode,
    clock,
    signal,
    onDeliverSm: comeAgain,
    onDataSm: comeAgain,
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
