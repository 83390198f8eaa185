/** TCP ports that nobody listens on. A program started at once has them to itself, save for bad luck. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** @returns `count` different ports of 127.0.0.1 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
