/** An HTTP client that behaves like an operator's browser: one session and at most six keep-alive connections. */
import { Agent, get } from 'node:http';
import { calls } from '@textprobe/contract/calls';
import { PASSWORD, USERNAME } from '../program.ts';

export interface Answer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if the body was only counted. */
  readonly body: string;
  readonly bytes: number;
}

export interface OperatorClient {
  /** The session cookie, for requests that this client has no method for. */
  readonly cookie: string;
  /** @throws Error for any response but 200 */
  get(path: string, options?: { keepBody: boolean }): Promise<Answer>;
  close(): void;
}

/** Connections that a browser opens to one host. */
const CONNECTIONS = 6;

export async function logIn(url: string, username = USERNAME): Promise<OperatorClient> {
  const login = await fetch(new URL(calls.login.path, url), {
    method: 'POST',
    body: new URLSearchParams({ username, password: PASSWORD }),
  });
  if (login.status !== 200) throw new Error(`login failed (${login.status}): ${await login.text()}`);
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  return {
    cookie,
    get: (path, { keepBody } = { keepBody: true }) =>
      new Promise((resolve, reject) => {
        const request = get(new URL(path, url), { agent, headers: { cookie } }, (response) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          response.on('data', (piece: Buffer) => {
            bytes += piece.length;
            if (keepBody || response.statusCode !== 200) pieces.push(piece);
          });
          response.on('error', reject);
          response.on('end', () => {
            const body = Buffer.concat(pieces).toString();
            if (response.statusCode === 200) resolve({ headers: response.headers, body, bytes });
            else reject(new Error(`${path} returned ${response.statusCode}: ${body.slice(0, 500)}`));
          });
        });
        request.on('error', reject);
      }),
    close: () => agent.destroy(),
  };
}
