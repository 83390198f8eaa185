/** Begins to listen, as a promise. */
import type { Server } from 'node:net';

/** Resolves once `server` listens; rejects with the system's error. Later errors (no file descriptor left …) end nothing. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
}
