/**
 * Handsets that report over HTTP: keep-alive connections, on each one report after the other, as quickly as they are
 * answered. Written on bare sockets, because it shares the machine with what it measures: Node's own client costs more
 * than half of what the server takes.
 */
import { connect, type Socket } from 'node:net';
import { calls } from '@textprobe/contract/calls';

/** What a handset got, and the key it proves itself with. */
export interface Report {
  readonly key: string;
  /** The text as it arrived. */
  readonly text: string;
}

const END_OF_HEAD = '\r\n\r\n';

/** Posts all. @returns milliseconds each took to be answered. @throws Error for any answer but 200 */
export async function postReports(
  url: string,
  reports: readonly Report[],
  connections: number,
): Promise<number[]> {
  const { hostname, port, host } = new URL(url);
  const times: number[] = [];
  let next = 0;

  async function handset(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    try {
      for (;;) {
        const report = reports[next];
        next += 1;
        if (report === undefined) return;
        const startedAt = performance.now();
        const answer = await exchange(socket, requestOf(report, host));
        if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`a report was answered ${answer}`);
        times.push(performance.now() - startedAt);
      }
    } finally {
      socket.destroy();
    }
  }

  await Promise.all(Array.from({ length: connections }, handset));
  return times;
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

/** @returns the whole answer. Ours state the length of their body. */
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
