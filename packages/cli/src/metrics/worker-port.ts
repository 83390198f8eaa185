/**
 * Serves a worker's metrics, since a worker has no HTTP server: the same path as in the console's processes, on a port of its
 * own. Without a token it listens on loopback only, whatever HOST says.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@textprobe/contract/calls';
import { hasMetricsToken } from '@textprobe/server/upkeep/metrics';
import type { Registry } from 'prom-client';
import { explainListenError, UserError } from '../process/user-error.ts';

export interface WorkerPort {
  /** E.g. `http://127.0.0.1:9464/api/metrics`. */
  readonly address: string;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** @throws UserError when the port is not available */
export async function openWorkerPort(options: {
  readonly registry: Registry;
  readonly token: string | null;
  readonly host: string;
  readonly port: number;
}): Promise<WorkerPort> {
  const { registry, token, port } = options;
  const host = token === null ? LOOPBACK : options.host;
  const server = createServer((request, response) => {
    if (request.url !== calls.metrics.path) {
      response.writeHead(404).end();
    } else if (token !== null && !hasMetricsToken(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    } else {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    }
  });
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const address = { host, port, hostSetting: 'HOST', portSetting: 'WORK_METRICS_PORT' };
    throw new UserError(explainListenError(error as NodeJS.ErrnoException, address), error);
  }
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}${calls.metrics.path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
