/** Gateways created over HTTP, for specs whose messages must not use the lab. */
import { type APIRequestContext, expect } from '@playwright/test';
import type { Gateway } from '@textprobe/contract/gateways';
import { keepProven } from './kept-proof.ts';
import { idOf, readDirectory } from './made-tests.ts';

async function changing(request: APIRequestContext): Promise<Record<string, string>> {
  await keepProven(request);
  return { 'X-XSRF-TOKEN': await (await request.get('/api/csrf')).text() };
}

/** A gateway whose carrier does not listen, so it sends nothing. @param throughput messages per second; null for no limit */
export async function makeDeafGateway(
  request: APIRequestContext,
  name: string,
  throughput: number | null = null,
): Promise<number> {
  const settings = { host: '127.0.0.1', port: 1, systemId: 'textprobe', password: 'x', throughput };
  const answer = await request.post('/api/gateways', {
    headers: await changing(request),
    data: { name, kind: 'smpp', settings },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as Gateway).id;
}

/** @param names offices of the demo directory. @param gatewayId null for the default gateway */
export async function assignGateway(
  request: APIRequestContext,
  names: readonly string[],
  gatewayId: number | null,
): Promise<void> {
  const { offices } = await readDirectory(request);
  const answer = await request.put('/api/office-gateways', {
    headers: await changing(request),
    data: { officeIds: names.map((name) => idOf(offices, name)), gatewayId },
  });
  expect(answer.status(), await answer.text()).toBe(204);
}

/** Deletes all of them; no office may be assigned to one, and no message may wait for one. */
export async function removeMadeGateways(request: APIRequestContext): Promise<void> {
  const gateways = (await (await request.get('/api/gateways')).json()) as Gateway[];
  for (const { id } of gateways.filter(({ source }) => source === 'database')) {
    const answer = await request.delete(`/api/gateways/${id}`, { headers: await changing(request) });
    expect(answer.status(), await answer.text()).toBe(204);
  }
}
