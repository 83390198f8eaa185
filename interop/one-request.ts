/** Sends one GET over its own connection: Kannel does not stop while a connection is open. */
import { get } from 'node:http';

/** @returns the status and body of the response. Rejects if there is none. */
export function getOnce(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => void pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString() }),
      );
    });
    request.on('error', reject);
  });
}
