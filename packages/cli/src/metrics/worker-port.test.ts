/** The port on which a worker tells its metrics. */
import { Gauge, Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { openWorkerPort, type WorkerPort } from './worker-port.ts';

const TOKEN = 'scrape-0123456789';
const open: WorkerPort[] = [];
afterEach(async () => {
  for (const port of open.splice(0)) await port.close();
});

async function openPort(options: { token: string | null; host?: string; collect?: () => void }) {
  const registry = new Registry();
  const { collect = () => undefined } = options;
  new Gauge({ name: 'one', help: 'One.', registers: [registry], collect }).set(1);
  const port = await openWorkerPort({
    registry,
    port: 0,
    host: options.host ?? '127.0.0.1',
    token: options.token,
  });
  open.push(port);
  return port;
}

it('tells the metrics to who bears the token, and nothing to others', async () => {
  const { address } = await openPort({ token: TOKEN });
  const response = await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await response.text()).toContain('one 1');
  expect((await fetch(address)).status).toBe(401);
  expect((await fetch(new URL('/', address))).status).toBe(404);
});

it('listens on this machine only while there is no token', async () => {
  const { address } = await openPort({ token: null, host: '0.0.0.0' });
  expect(new URL(address).hostname).toBe('127.0.0.1');
  expect((await fetch(address)).status).toBe(200);
});

it('a figure that fails is a failed scrape, not the end of the worker', async () => {
  const { address } = await openPort({
    token: null,
    collect() {
      throw new Error('broken');
    },
  });
  expect((await fetch(address)).status).toBe(500);
});

it('a port that is taken is told in words, by the name of its setting', async () => {
  const { address } = await openPort({ token: null });
  const port = Number(new URL(address).port);
  await expect(
    openWorkerPort({ registry: new Registry(), token: null, host: '127.0.0.1', port }),
  ).rejects.toThrow('Set WORK_METRICS_PORT to another port');
});
