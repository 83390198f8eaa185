/** The ESME's side: connects, binds, submits, takes delivered messages and receipts. Connecting again is its caller's business. */
import type { ConnectionOptions } from 'node:tls';
import { bindSession, createClientSession, type SmppBindOptions, type SmppClient } from './client-session.ts';
import { aborted, openSocket } from './open-socket.ts';

export { SmppBindError, type SmppBindOptions, type SmppClient, type SubmitFields } from './client-session.ts';

export interface SmppClientOptions extends SmppBindOptions {
  readonly host: string;
  readonly port: number;
  /** True: TLS, with the peer's certificate checked against `host`. Options refine that, e.g. `ca`, `cert`, `key`. */
  readonly tls?: boolean | ConnectionOptions;
  /** Calls connecting and binding off. Once bound it means nothing. */
  readonly signal?: AbortSignal;
}

/**
 * Connects and binds.
 * @throws SmppBindError where the SMSC refuses; SmppError (`connect-failed`, `timeout`, `closed`, `aborted`, `invalid`)
 *   where it does not come to that.
 */
export async function connectSmppClient(options: SmppClientOptions): Promise<SmppClient> {
  const { clock, signal, host, port, tls } = options;
  const socket = await openSocket({ host, port, tls, clock, signal });
  const session = createClientSession(socket, options);
  const onAbort = () => session.destroy('called off');
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
