/** One GET over a connection of its own: Kannel does not stop while somebody keeps one open. */
import { get } from 'node:http';

/** @returns the answer's status and body. Rejects where nobody answers. */
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
