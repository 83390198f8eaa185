/** Where people and phones reach this installation. */
import { networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';

const ANY = new Set(['0.0.0.0', '::']);

/**
 * The public URL; without one, the address at which the request arrived, if other machines reach it too. Never what the
 * request says about itself, since its headers may be forged.
 * @returns without a trailing slash; null if only this machine reaches it
 */
export function phoneAddress(request: FastifyRequest, publicUrl: string | null): string | null {
  if (publicUrl !== null) return publicUrl;
  const { localAddress, localPort } = request.socket;
  if (localAddress === undefined || localPort === undefined) return null;
  const arrivedAt = localAddress.replace(/^::ffff:/i, '');
  if (!isLoopback(arrivedAt)) return origin(arrivedAt, localPort);
  const listening = request.server.addresses().some((one) => typeof one !== 'string' && ANY.has(one.address));
  const own = listening ? firstAddress() : undefined;
  return own === undefined ? null : origin(own, localPort);
}

/** The same for links: if only this machine reaches it, the address at which the request arrived. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | null): string {
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
  return phoneAddress(request, publicUrl) ?? origin(localAddress.replace(/^::ffff:/i, ''), localPort);
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** The first IPv4 address of this machine in its network. */
function firstAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && one.family === 'IPv4' && !one.internal)?.address;
}

function origin(address: string, port: number): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
