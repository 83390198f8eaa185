/** Assigning a gateway to offices. */
import { expect, it } from 'vitest';
import { stubFetch } from '../testing/stub-fetch.ts';
import { assignGateway } from './gateways.ts';

it("assigns a gateway to any number of offices, in calls within the server's limit", async () => {
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    'PUT /api/tests/sm/v1/offices/gateway': () => new Response(null, { status: 204 }),
  });
  const sent = () =>
    requests
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => JSON.parse(body as string) as { officeIDs: number[]; gatewayID: number | null });
  await assignGateway([], 3);
  expect(sent()).toEqual([]);
  await assignGateway(
    Array.from({ length: 12_001 }, (_, index) => index + 1),
    null,
  );
  expect(sent().map(({ officeIDs }) => officeIDs.length)).toEqual([10_000, 2_001]);
  expect(sent().map(({ gatewayID }) => gatewayID)).toEqual([null, null]);
});
