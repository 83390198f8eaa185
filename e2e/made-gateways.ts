/** Gateways made over HTTP, for specs whose messages are not to go over the lab. */
import { type APIRequestContext, expect } from '@playwright/test';
import type { Gateway } from '@textprobe/contract/gateways';
import { idOf, readDirectory, T } from './made-tests.ts';

async function changing(request: APIRequestContext): Promise<Record<string, string>> {
  return { 'X-XSRF-TOKEN': await (await request.get('/api/csrf')).text() };
}

/** Its carrier does not listen: nothing goes out over it. @param throughput messages a second; null: no limit */
export async function makeDeafGateway(
  request: APIRequestContext,
  name: string,
  throughput: number | null = null,
): Promise<number> {
  const settings = { host: '127.0.0.1', port: 1, systemId: 'textprobe', password: 'x', throughput };
  const answer = await request.post(`${T}/gateways`, {
    headers: await changing(request),
    data: { name, kind: 'smpp', settings },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as Gateway).id;
}

/** @param names of offices of the demo directory. @param gatewayID null: back to the default one */
export async function giveGateway(
  request: APIRequestContext,
  names: readonly string[],
  gatewayID: number | null,
): Promise<void> {
  const { offices } = await readDirectory(request);
  const answer = await request.put(`${T}/offices/gateway`, {
    headers: await changing(request),
    data: { officeIDs: names.map((name) => idOf(offices, name)), gatewayID },
  });
  expect(answer.status(), await answer.text()).toBe(204);
}

/** All that were made so; no office may have one any more, and no message wait for one. */
export async function removeMadeGateways(request: APIRequestContext): Promise<void> {
  const gateways = (await (await request.get(`${T}/gateways`)).json()) as Gateway[];
  for (const { id } of gateways.filter(({ source }) => source === 'database')) {
    const answer = await request.delete(`${T}/gateways?id=${id}`, { headers: await changing(request) });
    expect(answer.status(), await answer.text()).toBe(204);
  }
}
