/** Assigning a gateway to offices. */
import { expect, it } from 'vitest';
import { stubFetch } from '../testing/stub-fetch.ts';
import { assignGateway } from './gateways.ts';

it("assigns a gateway to any number of offices, in calls within the server's limit", async () => {
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    'PUT /api/office-gateways': () => new Response(null, { status: 204 }),
  });
  const sent = () =>
    requests
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => JSON.parse(body as string) as { officeIds: number[]; gatewayId: number | null });
  await assignGateway([], 3);
  expect(sent()).toEqual([]);
  await assignGateway(
    Array.from({ length: 12_001 }, (_, index) => index + 1),
    null,
  );
  expect(sent().map(({ officeIds }) => officeIds.length)).toEqual([10_000, 2_001]);
  expect(sent().map(({ gatewayId }) => gatewayId)).toEqual([null, null]);
});
