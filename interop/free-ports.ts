/**
 * Finds free TCP ports below the ephemeral range (from 32,768 on Linux, 49,152 elsewhere), so that outgoing connections of
 * other programs cannot take them before the program under test starts.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 10_000;
const BEYOND = 32_000;

/** @returns `count` different ports of 127.0.0.1 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
