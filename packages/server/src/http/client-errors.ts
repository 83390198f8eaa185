/** Answers invalid HTTP and requests that time out: there is no request object yet, only a socket. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '@textprobe/contract/problem';
import type { Clock } from '@textprobe/domain/clock';
import { describeProblem, PROBLEM_CONTENT_TYPE } from './problem.ts';
import { createRequestId } from './request-log.ts';

const LINGER_MS = 1_000;

/** Answers a request whose body timed out or was evicted, and closes its connection within a second. */
export function cutRequest(socket: Socket, code: 'request.timeout' | 'server.busy', clock: Clock): void {
  if (socket.writable) socket.end(answerText(code, CUT[code]));
  clock.after(LINGER_MS, () => socket.destroy());
}

const CUT = {
  'request.timeout': 'The request did not arrive in time.',
  'server.busy': 'The server is overloaded. Try again in a moment.',
} as const;

export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail] = explain(error.code);
  socket.end(answerText(code, detail));
}

function answerText(code: ProblemCode, detail: string): string {
  const body = JSON.stringify(describeProblem(code, detail, createRequestId()));
  const { status } = PROBLEMS[code];
  const retry = status === 503 ? 'retry-after: 1\r\n' : '';
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${PROBLEM_CONTENT_TYPE}\r\n${retry}` +
    `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
}

function explain(nodeCode: string | undefined): [ProblemCode, string] {
  if (nodeCode === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['request.timeout', 'The request did not arrive in time.'];
  if (nodeCode === 'HPE_HEADER_OVERFLOW')
    return ['request.malformed', 'The headers are too large. Send fewer or shorter ones.'];
  return ['request.malformed', 'The request is not valid HTTP.'];
}
