/**
 * Simulates handsets that report over HTTP: keep-alive connections, each with one report after the other, without pauses.
 * It uses plain sockets, because it shares the machine with the measured program: Node's own client would cost more than half
 * of the server's CPU time.
 */
import { connect, type Socket } from 'node:net';
import { calls } from '@textprobe/contract/calls';

/** A received message, and the handset's key. */
export interface Report {
  readonly key: string;
  /** The received text. */
  readonly text: string;
}

const REFUSED = /^HTTP\/1\.1 (?:429|503) /u;
const END_OF_HEAD = '\r\n\r\n';

export interface Posted {
  /** Response time of each report in milliseconds, from its last attempt. */
  readonly times: number[];
  /** How often a busy server asked to retry. */
  readonly refused: number;
}

/** Posts all reports. @throws Error for any response but 200, or 429 and 503 with Retry-After */
export async function postReports(
  url: string,
  reports: readonly Report[],
  connections: number,
): Promise<Posted> {
  const { hostname, port, host } = new URL(url);
  const times: number[] = [];
  let next = 0;
  let refused = 0;

  async function handset(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    try {
      for (;;) {
        const report = reports[next];
        next += 1;
        if (report === undefined) return;
        times.push(await post(socket, requestOf(report, host)));
      }
    } finally {
      socket.destroy();
    }
  }

  /** @returns milliseconds of the successful attempt */
  async function post(socket: Socket, request: string): Promise<number> {
    for (;;) {
      const startedAt = performance.now();
      const answer = await exchange(socket, request);
      if (answer.startsWith('HTTP/1.1 200 ')) return performance.now() - startedAt;
      const retryAfter = REFUSED.test(answer) ? /\r\nretry-after: (\d+)/iu.exec(answer)?.[1] : undefined;
      if (retryAfter === undefined) throw new Error(`a report got the response ${answer}`);
      refused += 1;
      await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1_000));
    }
  }

  await Promise.all(Array.from({ length: connections }, handset));
  return { times, refused };
}

function requestOf({ key, text }: Report, host: string): string {
  const body = JSON.stringify({ messageCode: text, messageBody: text });
  return [
    `POST ${calls.messageReceivedSms.path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** @returns the whole response. Our server always sends Content-Length. */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let come = '';
    const end = (work: () => void) => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      work();
    };
    const onData = (bytes: Buffer) => {
      come += bytes.toString('latin1');
      const headEnd = come.indexOf(END_OF_HEAD);
      if (headEnd < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/iu.exec(come)?.[1] ?? 0);
      if (come.length >= headEnd + END_OF_HEAD.length + length) end(() => resolve(come));
    };
    const onError = (error: Error) => end(() => reject(error));
    const onClose = () => end(() => reject(new Error('the server closed a connection')));
    socket.on('data', onData).on('error', onError).on('close', onClose);
    socket.write(request);
  });
}
