/**
 * Mounts the handset inboxes under their own paths: their bytes go in as they came, their answers out (CALL-16); of forms
 * the files are stored on the way in (CALL-17).
 */
import { calls } from '@textprobe/contract/calls';
import { PROBLEMS, type ProblemCode } from '@textprobe/contract/problem';
import type { EngineDoor } from '@textprobe/engine/door';
import type {
  Arrival,
  HandsetSign,
  Inbox,
  InboxRequest,
  InboxResponse,
  Receive,
} from '@textprobe/gateways/inbox-port';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { takeForms } from '../form-fields.ts';
import { filesProblem } from '../media-fault.ts';
import type { MediaIntake } from '../media-intake.ts';
import { PROBLEM_CONTENT_TYPE } from '../problem.ts';
import { readUploadForm } from '../upload-form.ts';

export async function inboxRoutes(
  app: FastifyInstance,
  deps: {
    inboxes: readonly Inbox[];
    door: EngineDoor;
    intake: MediaIntake;
    /** Told to the far side, who may sign it; null: no address is known to hold outside. */
    publicUrl: string | null;
  },
): Promise<void> {
  const { inboxes, door, intake, publicUrl } = deps;
  const deliver = (arrivals: readonly Arrival[]) => door.receive(arrivals);
  const reportTo = (inbox: Inbox) => (signs: readonly HandsetSign[]) => door.hear(inbox.name, signs);

  /** How each request that was let in is received, until it has been. */
  const admitted = new WeakMap<FastifyRequest, Receive>();

  async function receive(inbox: Inbox, request: FastifyRequest, whole: InboxRequest): Promise<InboxResponse> {
    const receiveIt = admitted.get(request);
    if (receiveIt === undefined) throw new Error('the inbox lets nobody in here unasked');
    const answer = await receiveIt(whole, deliver, reportTo(inbox));
    // Its signature was over the body.
    if (answer.status < 300) request.standing.prove();
    return answer;
  }

  function whoAsks(path: string, request: FastifyRequest): InboxRequest {
    return {
      path,
      params: request.params as Record<string, string>,
      url: publicUrl === null ? null : publicUrl + request.originalUrl,
      headers: singleHeaders(request),
      accountId: request.session?.accountId ?? null,
      body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
    };
  }

  /** Before a body is read: whoever may not come in has sent his megabytes for nothing. */
  function optionsOf(inbox: Inbox, path: string): RouteShorthandOptions {
    const config = {
      access: inbox.takesSessions ? ('handset' as const) : ('public' as const),
      report: true,
      // Every few seconds from every phone: in the log they would bury all else.
      background: path === calls.handsetPing.path,
    };
    return {
      config,
      ...(inbox.bodyLimit === undefined ? {} : { bodyLimit: inbox.bodyLimit }),
      async onRequest(request, reply) {
        const { standing } = request;
        const found = await standing.lookUp(() => inbox.admit(whoAsks(path, request)));
        if (found.kind === 'refused') {
          standing.disprove();
          return sendInboxResponse(request, reply, found.response);
        }
        if (found.kind === 'proven') standing.prove();
        admitted.set(request, found.receive);
      },
    };
  }

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
        scope.post(path, optionsOf(inbox, path), async (request, reply) => {
          const answer = await receive(inbox, request, whoAsks(path, request));
          return sendInboxResponse(request, reply, answer);
        });
      }
    }
  });

  await app.register(async (scope) => {
    await takeForms(scope);
    for (const inbox of inboxes) {
      for (const path of inbox.formPaths ?? []) {
        scope.post(path, optionsOf(inbox, path), async (request, reply) => {
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
    const asked = whoAsks(path, request);
    try {
      const whole = request.isMultipart() ? { ...asked, readForm } : asked;
      return await receive(inbox, request, whole);
    } finally {
      await intake.discard(media);
    }
  }
}

function sendInboxResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: InboxResponse,
): FastifyReply {
  reply.status(response.status);
  if ('body' in response) return reply.send(response.body);
  if ('text' in response) return reply.type(response.contentType).serializer(String).send(response.text);
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
