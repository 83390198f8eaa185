/** Mounts a call of the contract with its handler: method, path, schemas, access and idempotency. */
import { Readable } from 'node:stream';
import type { Access, Call } from '@textprobe/contract/call';
import { lockAccounts } from '@textprobe/database/accounts/account-management';
import type { Transaction } from '@textprobe/database/core/connection';
import { NO_PARTNERS, type Scope } from '@textprobe/database/scope/scope';
import type { Role } from '@textprobe/domain/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { AuditNote, NoteAudit } from './audit-trail.ts';
import { DuplicateRequest, type Idempotency, type ReplayedResponse, replayAnswer } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency;
    /** Requires the rights of the request in the transaction of its change, and holds them until it ends. */
    confirmRights(tx: Transaction, request: FastifyRequest): Promise<void>;
  }
  interface FastifyContextConfig {
    /** Default: `session`. */
    access?: Access;
    /** The roles that may call. Default: none. */
    roles?: readonly Role[] | undefined;
    /** See `Call.sessionOnly`. */
    sessionOnly?: true | undefined;
    /** See `Call.withoutSecondFactor`. */
    withoutSecondFactor?: true | undefined;
    /** See `Call.proof`. */
    proof?: true | undefined;
    /** Called without user activity: it does not keep an idle session alive. */
    background?: boolean;
    /** An event stream: does not count against the limit of requests in flight. */
    longLived?: boolean;
  }
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Part<C, Name extends string> = C extends { [key in Name]: infer Schema } ? Output<Schema> : undefined;

/**
 * Runs one transaction, and writes the call's row of the audit trail in it; answers after the commit.
 * @param work its result is the call's answer
 */
export type Write = <T>(work: (tx: Transaction, note: NoteAudit) => Promise<T>) => Promise<T>;

/** The input of a handler, validated and typed by the call's schemas. */
export interface HandlerInput<C extends Call> {
  readonly params: Part<C, 'params'>;
  readonly query: Part<C, 'query'>;
  readonly body: Part<C, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The scope of the caller; no partners without one. */
  readonly scope: Scope;
  /**
   * Runs the changes of a write; its result is the call's answer. Under an Idempotency-Key the answer is stored with the
   * change, and replayed for a duplicate. Throws where the rights of the caller no longer allow the call.
   */
  readonly write: Write;
  /** The same for changes of accounts, their links and sessions: see `lockAccounts`. */
  readonly writeAccounts: Write;
}

type Answer<C> = C extends { answer: infer Schema } ? Output<Schema> : void;

/** Returns the value to send, or the reply if it has sent something itself, such as a stream. */
type Handler<C extends Call> = (input: HandlerInput<C>) => Promise<Answer<C> | FastifyReply>;

type RouteOptions<C extends Call> = Pick<RouteShorthandOptions, 'preValidation' | 'config' | 'bodyLimit'> & {
  /** The ETag of an answer, sent with the first one and with its replays. */
  readonly tagOf?: (answer: Answer<C>) => string;
  /** The handler answers HEAD too: it costs little, and is 404 for what does not exist. */
  readonly answersHead?: boolean;
  /** All that a HEAD does where the handler costs more: throws its 404 for what does not exist. */
  readonly find?: (input: HandlerInput<C>) => Promise<unknown>;
};

export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { find, tagOf, answersHead = false, ...options }: RouteOptions<C> = {},
): void {
  const { idempotency, confirmRights, recordAudit } = app;
  const repeatable = call.method !== 'GET' && call.access === 'session';

  function replay(reply: FastifyReply, stored: ReplayedResponse): FastifyReply {
    if (tagOf !== undefined) reply.header('etag', tagOf(JSON.parse(stored.body) as Answer<C>));
    return replayAnswer(reply, stored);
  }

  app.route({
    method: call.method,
    url: call.path,
    schema: requestSchemas(call),
    ...options,
    // A download is recorded before its first byte is sent.
    ...(call.method === 'GET' &&
      call.audit !== undefined && {
        async onSend(request, reply) {
          if (request.method === 'GET' && reply.statusCode === call.status) await recordAudit(call, request);
        },
      }),
    config: {
      access: call.access,
      roles: call.roles,
      sessionOnly: call.sessionOnly,
      withoutSecondFactor: call.withoutSecondFactor,
      proof: call.proof,
      ...options.config,
    },
    async handler(request, reply) {
      const stored = repeatable ? await idempotency.recall(request) : null;
      if (stored !== null) return replay(reply, stored);
      const confirm = (tx: Transaction) => confirmRights(tx, request);
      const writeAfter =
        (before: (tx: Transaction) => Promise<void>): Write =>
        (work) =>
          idempotency.write(request, call.status, before, async (tx) => {
            let note: AuditNote = {};
            const answer = await work(tx, (more) => {
              note = { ...note, ...more };
            });
            await recordAudit(call, request, { tx, note, answer });
            return answer;
          });
      const write = writeAfter(confirm);
      const writeAccounts = writeAfter((tx) => lockAccounts(tx).then(() => confirm(tx)));
      const { params, query, body } = request;
      const scope = request.caller?.scope ?? NO_PARTNERS;
      const input = { params, query, body, request, reply, scope, write, writeAccounts } as HandlerInput<C>;
      if (request.method === 'HEAD' && !answersHead) {
        await find?.(input);
        return sendHead(call, reply);
      }
      let answer: unknown;
      try {
        answer = await handler(input);
      } catch (error) {
        if (error instanceof DuplicateRequest) return replay(reply, error.answer);
        // A concurrent duplicate of this request may have made the change that causes the refusal.
        const concurrent = repeatable ? await idempotency.recall(request) : null;
        if (concurrent !== null) return replay(reply, concurrent);
        throw error;
      }
      // A reply is thenable: awaiting one that was sent yields undefined. Sending it twice would log a warning with the URL,
      // which may be a signed link.
      if (answer === reply || reply.sent) return reply;
      if (tagOf !== undefined) reply.header('etag', tagOf(answer as Answer<C>));
      return reply.status(call.status).send(answer);
    },
  });
}

/**
 * Fastify answers HEAD by running the GET handler and reading its stream to the end: one HEAD of a CSV export of
 * 200,000 messages took 4.5 s of processor time, most of it after the answer.
 */
function sendHead(call: Call, reply: FastifyReply): FastifyReply {
  if (call.answer !== undefined) reply.type('application/json; charset=utf-8');
  // Without a stream Fastify would send a content-length of 0.
  return reply.status(call.status).send(Readable.from([]));
}

/** For calls without a query or body: every key is unknown. Clients send `{}`, `null` or nothing. */
const NO_QUERY = z.strictObject({});
const NO_BODY = z.strictObject({}).nullish();

/**
 * The schemas that validate a call's request. Calls with a session refuse unknown keys, so that a mistyped one is noticed
 * (GUARD-3); public calls, and what handsets, apps and providers post, ignore them.
 */
export function requestSchemas({ method, access, params, query, body }: Call) {
  const isStrict = access !== 'public' && access !== 'handset';
  const querystring = query ?? (isStrict ? NO_QUERY : undefined);
  const wholeBody = body ?? (isStrict && method !== 'GET' ? NO_BODY : undefined);
  return {
    ...(params === undefined ? {} : { params }),
    ...(querystring === undefined ? {} : { querystring }),
    ...(wholeBody === undefined ? {} : { body: wholeBody }),
  };
}
