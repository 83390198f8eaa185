/** Where handsets post: the native inbox on a bare HTTP server, in front of an engine's door. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import type { World } from './world.ts';

/** The key of phone N is `key-of-N`. It notes in `confirmed` the messages that it said were matched. */
export async function serveInbox(
  world: Pick<World, 'clock' | 'door'>,
  confirmed: Set<number>,
): Promise<Server> {
  const inbox = createNativeInbox({
    clock: world.clock,
    findPhoneByKey: async (key) => Number(/^key-of-(\d+)$/.exec(key)?.[1] ?? Number.NaN),
  });
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await inbox.receive(
        {
          path: request.url ?? '',
          params: {},
          url: null,
          headers: { authorization: request.headers.authorization },
          body: await buffer(request),
          accountId: null,
        },
        async (arrivals) => {
          const outcomes = await world.door.receive(arrivals);
          for (const outcome of outcomes) if (outcome.kind === 'matched') confirmed.add(outcome.testLogID);
          return outcomes;
        },
        (signs) => world.door.hear(inbox.name, signs),
      );
      response.writeHead(answer.status).end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
