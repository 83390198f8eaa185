/** Streams a list as JSON: memory holds one batch, however long the list. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export function sendJsonList<T>(reply: FastifyReply, batches: AsyncIterable<readonly T[]>): FastifyReply {
  const text = Readable.from(pieces(batches), { objectMode: false });
  return reply.type('application/json; charset=utf-8').send(text);
}

async function* pieces<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<string> {
  let opening = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield opening + batch.map((entry) => JSON.stringify(entry)).join(',');
    opening = ',';
  }
  yield opening === '[' ? '[]' : ']';
}
