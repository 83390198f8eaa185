/**
 * Mounts the handset inboxes under their own paths: their bytes go in as they came, their answers out (CALL-16); of forms
 * the files are stored on the way in (CALL-17).
 */
import { PROBLEMS, type ProblemCode } from '@textprobe/contract/problem';
import type { EngineDoor } from '@textprobe/engine/door';
import type {
  Arrival,
  HandsetSign,
  Inbox,
  InboxRequest,
  InboxResponse,
} from '@textprobe/gateways/inbox-port';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeForms } from '../form-fields.ts';
import { filesProblem } from '../media-fault.ts';
import type { MediaIntake } from '../media-intake.ts';
import { PROBLEM_CONTENT_TYPE } from '../problem.ts';
import { readUploadForm } from '../upload-form.ts';

export async function inboxRoutes(
  app: FastifyInstance,
  deps: { inboxes: readonly Inbox[]; door: EngineDoor; intake: MediaIntake },
): Promise<void> {
  const { inboxes, door, intake } = deps;
  const deliver = (arrivals: readonly Arrival[]) => door.receive(arrivals);
  const reportTo = (inbox: Inbox) => (signs: readonly HandsetSign[]) => door.hear(inbox.name, signs);
  const config = { access: 'handset' as const };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Each inbox speaks a dialect of its own, and may check a signature over the very bytes.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    for (const inbox of inboxes) {
      for (const path of inbox.paths) {
        scope.post(path, { config }, async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
          const asked = { ...whoAsks(path, request), body };
          return sendInboxResponse(request, reply, await inbox.receive(asked, deliver, reportTo(inbox)));
        });
      }
    }
  });

  await app.register(async (scope) => {
    await takeForms(scope);
    for (const inbox of inboxes) {
      for (const path of inbox.formPaths ?? []) {
        scope.post(path, { config }, async (request, reply) => {
          return sendInboxResponse(request, reply, await receiveForm(inbox, path, request));
        });
      }
    }
  });

  /** Files that no committed report refers to are removed before the answer goes out. */
  async function receiveForm(inbox: Inbox, path: string, request: FastifyRequest): Promise<InboxResponse> {
    let media: readonly string[] = [];
    const readForm = async () => {
      const { content, files, faults } = await readUploadForm(request, intake, () => true);
      media = files.map(({ id }) => id);
      if (faults.length > 0) throw filesProblem(faults);
      return { content, media };
    };
    const asked = { ...whoAsks(path, request), body: new Uint8Array() };
    try {
      const whole = request.isMultipart() ? { ...asked, readForm } : asked;
      return await inbox.receive(whole, deliver, reportTo(inbox));
    } finally {
      await intake.discard(media);
    }
  }
}

function whoAsks(path: string, request: FastifyRequest): Omit<InboxRequest, 'body'> {
  return { path, headers: singleHeaders(request), accountId: request.session?.accountId ?? null };
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

/** Names in lower case; what came several times, joined by commas. */
export function singleHeaders({ headers }: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
