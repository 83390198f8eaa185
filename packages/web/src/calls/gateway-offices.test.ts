/** Giving a gateway to offices. */
import { afterEach, expect, it, vi } from 'vitest';
import { giveGateway } from './gateway-offices.ts';

afterEach(() => vi.unstubAllGlobals());

it('gives a gateway to as many offices as there are, in calls that the server takes', async () => {
  const sent: { officeIDs: number[]; gatewayID: number | null }[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/csrf') return new Response('token');
    sent.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: 204 });
  });
  await giveGateway([], 3);
  expect(sent).toEqual([]);
  await giveGateway(
    Array.from({ length: 12_001 }, (_, index) => index + 1),
    null,
  );
  expect(sent.map(({ officeIDs }) => officeIDs.length)).toEqual([10_000, 2_001]);
  expect(sent.map(({ gatewayID }) => gatewayID)).toEqual([null, null]);
});
