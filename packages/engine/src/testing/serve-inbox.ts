/** An endpoint for handset reports: the native inbox on a bare HTTP server, in front of an engine's API. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import type { Arrival, ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import type { World } from './world.ts';

/** The handset key of a phone in tests: shaped like a real one, and containing the phone's id. */
export function testKeyOf(phoneId: number): string {
  return `tph_${`key-of-${phoneId}`.padEnd(43, '_')}`;
}

/** Finds the phone of a `testKeyOf`. */
export async function findPhoneByTestKey(key: string): Promise<number | null> {
  return Number(/^tph_key-of-(\d+)_*$/.exec(key)?.[1] ?? Number.NaN);
}

/** Each phone's key is `testKeyOf` its id. Adds matched messages to `confirmed`. */
export async function serveInbox(
  world: Pick<World, 'clock' | 'engineApi'>,
  confirmed: Set<number>,
): Promise<Server> {
  const inbox = createNativeInbox({ clock: world.clock, findPhoneByKey: findPhoneByTestKey });
  const server = createServer((request, response) => {
    void (async () => {
      const asked = {
        path: request.url ?? '',
        params: {},
        url: null,
        headers: { authorization: request.headers.authorization },
        body: new Uint8Array(),
        accountId: null,
      };
      // Like the real server, before reading the body.
      const admitted = await inbox.admit(asked);
      const body = await buffer(request);
      const answer =
        admitted.kind === 'refused'
          ? admitted.response
          : await admitted.receive({ ...asked, body }, receive, (pings) =>
              world.engineApi.recordPings(inbox.name, pings),
            );
      response.writeHead(answer.status).end();
    })();
  });
  async function receive(arrivals: readonly Arrival[]): Promise<readonly ArrivalOutcome[]> {
    const outcomes = await world.engineApi.receive(arrivals);
    for (const outcome of outcomes) if (outcome.kind === 'matched') confirmed.add(outcome.testLogID);
    return outcomes;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
