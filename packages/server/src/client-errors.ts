/** Answers what is no valid HTTP, or comes too slowly to be waited for: there is no request yet, only a socket. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '@textprobe/contract/problem';
import { describeProblem, PROBLEM_CONTENT_TYPE } from './problem.ts';
import { createRequestId } from './request-log.ts';

export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail] = explain(error.code);
  const body = JSON.stringify(describeProblem(code, detail, createRequestId()));
  const { status } = PROBLEMS[code];
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${PROBLEM_CONTENT_TYPE}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function explain(nodeCode: string | undefined): [ProblemCode, string] {
  if (nodeCode === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['request.timeout', 'The request did not arrive in time.'];
  if (nodeCode === 'HPE_HEADER_OVERFLOW')
    return ['request.malformed', 'The headers are too large: send fewer or smaller ones.'];
  return ['request.malformed', 'The request could not be understood.'];
}
