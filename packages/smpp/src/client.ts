/** The ESME side: connects, binds, submits, and receives messages and receipts. Reconnecting is up to the caller. */
import type { LookupFunction } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { bindSession, createClientSession, type SmppBindOptions, type SmppClient } from './client-session.ts';
import { aborted, openSocket } from './open-socket.ts';

export { SmppBindError, type SmppBindOptions, type SmppClient, type SubmitFields } from './client-session.ts';

export interface SmppClientOptions extends SmppBindOptions {
  readonly host: string;
  readonly port: number;
  /** True: TLS, verifying the peer's certificate against `host`. Or TLS options such as `ca`, `cert`, `key`. */
  readonly tls?: boolean | ConnectionOptions;
  /** Resolves the host name. Default: the system's resolver. */
  readonly lookup?: LookupFunction | undefined;
  /** Cancels connecting and binding. Ignored once bound. */
  readonly signal?: AbortSignal;
}

/**
 * Connects and binds.
 * @throws SmppBindError if the SMSC refuses the bind; SmppError (`connect-failed`, `timeout`, `closed`, `aborted`, `invalid`)
 *   if it gets no response to the bind.
 */
export async function connectSmppClient(options: SmppClientOptions): Promise<SmppClient> {
  const { clock, signal, host, port, tls, lookup } = options;
  const socket = await openSocket({ host, port, tls, lookup, clock, signal });
  const session = createClientSession(socket, options);
  const onAbort = () => session.destroy('canceled');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal?.aborted) onAbort();
    return await bindSession(session, options, options.bind ?? 'transceiver');
  } catch (error) {
    throw signal?.aborted ? aborted(signal) : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
