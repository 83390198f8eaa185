/** Vitest global setup: the PostgreSQL of a test run, started when the first test file requests a database. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers a connection on loopback with `{ adminUrl }` or `{ error }` as JSON. */
    testClusterPort: number;
  }
}

/** @returns a function that stops it */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<TestCluster> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    cluster ??= startTestCluster();
    cluster.then(
      ({ adminUrl }) => socket.end(JSON.stringify({ adminUrl })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('testClusterPort', (server.address() as AddressInfo).port);

  return async () => {
    server.close();
    const started = await cluster?.catch(() => undefined);
    await started?.stop();
  };
}
