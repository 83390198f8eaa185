/**
 * Mounts the handset inboxes under their paths: raw bytes in, the inbox's answer out (CALL-16). Files of forms are stored
 * while they arrive (CALL-17).
 */
import { calls } from '@textprobe/contract/calls';
import type { FieldError, ProblemCode } from '@textprobe/contract/problem';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { IgnoredField } from '@textprobe/domain/ignored-field';
import { MEDIA_FILES_LIMIT } from '@textprobe/domain/media-limits';
import { OPERATORS } from '@textprobe/domain/roles';
import type { EngineApi } from '@textprobe/engine/api';
import type {
  Arrival,
  Inbox,
  InboxRequest,
  InboxResponse,
  PhonePing,
  Receive,
} from '@textprobe/gateways/inbox-port';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { bytesOf, takeBytes } from '../../http/bodies.ts';
import { takeForms } from '../../http/form-fields.ts';
import { ProblemError, sendProblem } from '../../http/problem.ts';
import { singleHeaders } from '../../http/single-headers.ts';
import type { MediaIntake } from '../../media/media-intake.ts';
import { type FilePart, readUploadForm } from '../../media/upload-form.ts';
import { notePairingText } from './pairing-reports.ts';

interface Admitted {
  /** Without its body. */
  readonly asked: InboxRequest;
  readonly receive: Receive;
}

export async function inboxRoutes(
  app: FastifyInstance,
  deps: {
    db: Database;
    clock: Clock;
    inboxes: readonly Inbox[];
    engineApi: EngineApi;
    intake: MediaIntake;
    /** Senders may sign the full URL; null when the public one is unknown. */
    publicUrl: string | null;
  },
): Promise<void> {
  const { db, clock, inboxes, engineApi, intake, publicUrl } = deps;
  const recordPings = (inbox: Inbox) => (pings: readonly PhonePing[]) =>
    engineApi.recordPings(inbox.name, pings);

  /** The requests that were admitted by their headers. */
  const admitted = new WeakMap<FastifyRequest, Admitted>();

  async function receive(
    inbox: Inbox,
    request: FastifyRequest,
    form?: InboxRequest['readForm'],
  ): Promise<InboxResponse> {
    const known = admitted.get(request);
    if (known === undefined) throw new Error('onRequest did not admit this request');
    const whole = {
      ...known.asked,
      body: bytesOf(request),
      ...(form === undefined ? {} : { readForm: form }),
    };
    const deliver = async (arrivals: readonly Arrival[]) => {
      // A form's files arrive only now.
      if (form !== undefined) await app.rereadRights(request);
      const partnerIds = request.caller?.scope.partnerIds ?? null;
      for (const { keyHash, text, messageCode } of arrivals) {
        if (keyHash) await notePairingText(db, text ?? messageCode, { keyHash }, clock.now());
      }
      return engineApi.receive(arrivals.map((arrival) => ({ ...arrival, partnerIds })));
    };
    const answer = await known.receive(whole, deliver, recordPings(inbox));
    // The signature covers the body, so the sender is authenticated only now.
    if (answer.status < 300) request.identity.authenticate();
    return answer;
  }

  function inboxRequestOf(path: string, request: FastifyRequest): InboxRequest {
    const { authorization, ...headers } = singleHeaders(request);
    return {
      path,
      params: request.params as Record<string, string>,
      url: publicUrl === null ? null : publicUrl + request.originalUrl,
      // That of a caller is its token, not the key of a handset.
      headers:
        request.caller === null && authorization !== undefined ? { ...headers, authorization } : headers,
      accountId: request.caller?.accountId ?? null,
      body: new Uint8Array(),
    };
  }

  /** Checks access before the body is read, so that a refused upload costs nothing. */
  function optionsOf(inbox: Inbox, path: string): RouteShorthandOptions {
    const config = {
      access: inbox.takesSessions ? ('handset' as const) : ('public' as const),
      roles: OPERATORS,
      report: true,
      // Every phone pings every few minutes, which would flood the log.
      background: path === calls.handsetPing.path,
    };
    return {
      config,
      ...(inbox.bodyLimit === undefined ? {} : { bodyLimit: inbox.bodyLimit }),
      async onRequest(request, reply) {
        const { identity } = request;
        const asked = inboxRequestOf(path, request);
        const found = await identity.lookUp(() => inbox.admit(asked));
        if (found.kind === 'refused') {
          identity.reject();
          return sendInboxResponse(request, reply, found.response);
        }
        if (found.kind === 'proven') identity.authenticate();
        admitted.set(request, { asked, receive: found.receive });
      },
    };
  }

  function mount(
    scope: FastifyInstance,
    inbox: Inbox,
    paths: readonly string[],
    take: (inbox: Inbox, request: FastifyRequest) => Promise<InboxResponse>,
  ): void {
    for (const path of paths) {
      scope.post(path, optionsOf(inbox, path), async (request, reply) =>
        sendInboxResponse(request, reply, await take(inbox, request)),
      );
    }
  }

  await app.register(async (scope) => {
    takeBytes(scope);
    for (const inbox of inboxes) mount(scope, inbox, inbox.paths, receive);
  });
  await app.register(async (scope) => {
    takeBytes(scope);
    await takeForms(scope);
    for (const inbox of inboxes) mount(scope, inbox, inbox.formPaths ?? [], receiveForm);
  });

  /** Before the answer is sent, removes files that no committed report refers to. */
  async function receiveForm(inbox: Inbox, request: FastifyRequest): Promise<InboxResponse> {
    let media: readonly string[] = [];
    const readForm = async () => {
      const wants = (_content: string | null, part: FilePart) => !isLayout(part);
      const { content, files, faults } = await readUploadForm(request, intake, wants);
      media = files.map(({ id }) => id);
      return { content, media, ignored: faults.map(ignoredFile) };
    };
    try {
      return await receive(inbox, request, request.isMultipart() ? readForm : undefined);
    } finally {
      await intake.discard(media);
    }
  }
}

/** An MMS's layout and the copy of its text, which apps send as files too. */
function isLayout({ mimetype, filename }: FilePart): boolean {
  return /^(?:application\/smil|text\/)/i.test(mimetype) || /\.(?:smil|txt)$/i.test(filename ?? '');
}

/** A file that was refused does not cost the reception. The message's second sentence is advice for uploads. */
function ignoredFile({ code, message }: FieldError): IgnoredField {
  const why =
    code === 'media.too-many'
      ? `there were more than ${MEDIA_FILES_LIMIT}`
      : message.slice(0, message.lastIndexOf('. '));
  return { field: 'files', reason: `could not all be kept: ${why}` };
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
  return sendProblem(request, reply, new ProblemError(code as ProblemCode, detail, errors && { errors }));
}
