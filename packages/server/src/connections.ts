/**
 * Ends a server's connections when it closes, as soon as each has nothing under way. Node's own way leaves two kinds open
 * until a timeout of seconds or minutes: those that have not sent their first request yet (browsers open such ahead of
 * need), and those whose last answer was under way when the closing began.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** @returns what has the connections end from now on. Idempotent */
export function trackConnections(server: Server): () => void {
  /** How many requests each has under way. */
  const underWay = new Map<Socket, number>();
  let ending = false;

  server.on('connection', (socket: Socket) => {
    if (ending) {
      socket.destroy();
      return;
    }
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });

  function count(socket: Socket, change: 1 | -1): void {
    const before = underWay.get(socket);
    if (before === undefined) return;
    underWay.set(socket, before + change);
    // What is written still goes out.
    if (ending && before + change === 0) socket.destroySoon();
  }

  return () => {
    ending = true;
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroySoon();
  };
}
