/** The metrics port of a worker. */
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

it('serves the metrics only with the token', async () => {
  const { address } = await openPort({ token: TOKEN });
  const response = await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await response.text()).toContain('one 1');
  expect((await fetch(address)).status).toBe(401);
  expect((await fetch(new URL('/', address))).status).toBe(404);
});

it('listens on loopback only without a token', async () => {
  const { address } = await openPort({ token: null, host: '0.0.0.0' });
  expect(new URL(address).hostname).toBe('127.0.0.1');
  expect((await fetch(address)).status).toBe(200);
});

it('a metric that fails makes the scrape fail, not the worker', async () => {
  const { address } = await openPort({
    token: null,
    collect() {
      throw new Error('broken');
    },
  });
  expect((await fetch(address)).status).toBe(500);
});

it('a used port is reported with the name of its setting', async () => {
  const { address } = await openPort({ token: null });
  const port = Number(new URL(address).port);
  await expect(
    openWorkerPort({ registry: new Registry(), token: null, host: '127.0.0.1', port }),
  ).rejects.toThrow('Set WORK_METRICS_PORT to another port');
});
