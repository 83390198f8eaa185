/** A client of the interface as a stranger would make one: its types come from the description and nothing else. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/api-types.ts';
import type { TestClient } from './test-client.ts';

/** Rides on the cookies of `browser`, and bears the token it is given on every unsafe call. */
export function createTypedClient(baseUrl: string, browser: TestClient, token: string): Client<paths> {
  const client = createClient<paths>({ baseUrl });
  client.use({
    onRequest({ request }) {
      const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
      request.headers.set('cookie', cookies.join('; '));
      if (request.method !== 'GET') request.headers.set('x-xsrf-token', token);
      return request;
    },
  });
  return client;
}
