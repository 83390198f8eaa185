/** Mounts the handset inboxes under their own paths: their bytes go in as they came, their answers out (CALL-16). */
import { PROBLEMS, type ProblemCode } from '@textprobe/contract/problem';
import type { EngineDoor } from '@textprobe/engine/door';
import type { Inbox, InboxResponse } from '@textprobe/gateways/inbox-port';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_CONTENT_TYPE } from '../problem.ts';

export async function inboxRoutes(
  app: FastifyInstance,
  deps: { inboxes: readonly Inbox[]; door: EngineDoor },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Each inbox speaks a dialect of its own, and may check a signature over the very bytes.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    for (const inbox of deps.inboxes) {
      for (const path of inbox.paths)
        scope.post(path, { config: { access: 'handset' } }, answer(inbox, path));
    }
  });

  function answer(inbox: Inbox, path: string) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const response = await inbox.receive(
        {
          path,
          headers: singleHeaders(request),
          body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
          accountId: request.session?.accountId ?? null,
        },
        (arrivals) => deps.door.receive(arrivals),
      );
      return sendInboxResponse(request, reply, response);
    };
  }
}

function sendInboxResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: InboxResponse,
): FastifyReply {
  reply.status(response.status);
  if ('body' in response) return reply.send(response.body);
  const { code, detail, errors } = response.problem;
  const title = PROBLEMS[code as ProblemCode]?.title ?? 'The report was not taken';
  const body = {
    type: `urn:textprobe:problem:${code}`,
    title,
    status: response.status,
    code,
    detail,
    requestId: request.id,
    ...(errors === undefined ? {} : { errors }),
  };
  return reply.type(PROBLEM_CONTENT_TYPE).serializer(String).send(JSON.stringify(body));
}

function singleHeaders({ headers }: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
