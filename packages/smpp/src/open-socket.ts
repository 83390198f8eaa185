/** Opens a TCP or TLS connection within a time limit. */
import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from 'node:net';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import type { Clock } from './clock.ts';
import { SmppError } from './smpp-error.ts';

export interface SocketTarget {
  readonly host: string;
  readonly port: number;
  /** True: TLS, verifying the peer's certificate against `host`. Or TLS options such as `ca`, `cert`, `key`. */
  readonly tls?: boolean | ConnectionOptions | undefined;
  /** Resolves the host name. Default: the system's resolver. */
  readonly lookup?: LookupFunction | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Covers connecting and the TLS handshake. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Resolves once connected, with TLS after the handshake. @throws SmppError: connect-failed, timeout, aborted. */
export function openSocket({ host, port, tls, lookup, clock, signal }: SocketTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const target = { host, port, ...(lookup && { lookup }) };
    const socket = tls ? openTls(target, tls) : tcpConnect(target);
    const onAbort = () => settle(aborted(signal));
    const onError = (cause: Error) =>
      settle(
        new SmppError('connect-failed', `connecting to ${host}:${port} failed: ${reasonOf(cause)}`, {
          cause,
        }),
      );
    const onTime = () =>
      settle(new SmppError('timeout', `${host}:${port} did not answer in ${CONNECT_TIMEOUT_MS} ms`));
    const cancelTimer = clock.after(CONNECT_TIMEOUT_MS, onTime);

    function settle(error?: SmppError): void {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
      // Until the session adds its own listener, an error must not crash the process.
      socket.on('error', () => {});
      socket.off('error', onError);
      if (!error) return resolve(socket);
      socket.destroy();
      reject(error);
    }

    signal?.addEventListener('abort', onAbort, { once: true });
    socket.once('error', onError);
    socket.once(tls ? 'secureConnect' : 'connect', () => settle());
  });
}

function openTls(
  target: Pick<ConnectionOptions, 'lookup'> & { readonly host: string; readonly port: number },
  tls: true | ConnectionOptions,
): Socket {
  const servername = isIP(target.host) ? {} : { servername: target.host };
  return tlsConnect({ ...servername, ...(tls === true ? {} : tls), ...target });
}

// A host name with several addresses fails with an AggregateError, whose message is empty.
function reasonOf(error: Error): string {
  const all = error instanceof AggregateError ? error.errors.map((each: Error) => each.message) : [];
  return error.message || all.join('; ') || error.name;
}

export function aborted(signal: AbortSignal | undefined): SmppError {
  return new SmppError('aborted', 'connecting was canceled', { cause: signal?.reason });
}
