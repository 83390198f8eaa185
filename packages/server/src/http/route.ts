/** Ties a call of the contract to its handler: method, path, what comes in, what goes out, and who may call. */
import { Readable } from 'node:stream';
import type { Access, Call } from '@textprobe/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { AnsweredBefore, type Idempotency, sendAgain, type Write } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency;
  }
  interface FastifyContextConfig {
    /** Who may call; a session is needed where nothing is said. */
    access?: Access;
    /** Being called shows nobody at work: it does not keep an idle session alive. */
    background?: boolean;
    /** An event stream: not one of the requests that are counted against the limit. */
    longLived?: boolean;
  }
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Part<C, Name extends string> = C extends { [key in Name]: infer Schema } ? Output<Schema> : undefined;

/** What a handler is given, checked and typed by the call's schemas. */
export interface Asked<C extends Call> {
  readonly params: Part<C, 'params'>;
  readonly query: Part<C, 'query'>;
  readonly body: Part<C, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /**
   * What a write changes goes through this, and its result is the call's answer: under an Idempotency-Key the answer is
   * kept with the change, and given again in place of it.
   */
  readonly write: Write;
}

type Answer<C> = C extends { answer: infer Schema } ? Output<Schema> : void;

/** Answers the value to send; or the reply, when it has sent a stream or something else of its own. */
type Handler<C extends Call> = (asked: Asked<C>) => Promise<Answer<C> | FastifyReply>;

type RouteOptions = Pick<RouteShorthandOptions, 'preValidation' | 'config'> & {
  /** Its handler answers HEAD too, at the cost of the headers. */
  readonly answersHead?: boolean;
};

export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { answersHead = false, ...options }: RouteOptions = {},
): void {
  const { idempotency } = app;
  const repeatable = call.method !== 'GET' && call.access === 'session';
  app.route({
    method: call.method,
    url: call.path,
    schema: requestSchemas(call),
    ...options,
    config: { access: call.access, ...options.config },
    async handler(request, reply) {
      if (request.method === 'HEAD' && !answersHead) return sendHead(call, reply);
      const given = repeatable ? await idempotency.recall(request) : null;
      if (given !== null) return sendAgain(reply, given);
      const write: Write = (work) => idempotency.write(request, call.status, work);
      const { params, query, body } = request;
      const asked = { params, query, body, request, reply, write } as Asked<C>;
      let answer: unknown;
      try {
        answer = await handler(asked);
      } catch (error) {
        if (error instanceof AnsweredBefore) return sendAgain(reply, error.answer);
        // The refusal may come of what this very request, sent twice, has just changed.
        const meanwhile = repeatable ? await idempotency.recall(request) : null;
        if (meanwhile !== null) return sendAgain(reply, meanwhile);
        throw error;
      }
      // A reply is a promise too: awaited, one that was sent comes back as nothing. Sent again it would only be told to the
      // log, with the address, which may be a signed link.
      return answer === reply || reply.sent ? reply : reply.status(call.status).send(answer);
    },
  });
}

/**
 * Fastify answers HEAD by running the handler of GET and reading its stream to the end: one HEAD of a CSV export of
 * 200,000 messages took 4.5 s of processor time, most of it after the answer.
 */
function sendHead(call: Call, reply: FastifyReply): FastifyReply {
  if (call.answer !== undefined) reply.type('application/json; charset=utf-8');
  // Without a stream Fastify would say that there are 0 bytes.
  return reply.status(call.status).send(Readable.from([]));
}

/** Of a call that takes none: every key is unknown. Clients send `{}`, `null` or nothing where there is nothing to say. */
const NO_QUERY = z.strictObject({});
const NO_BODY = z.strictObject({}).nullish();

/**
 * What a call's request is checked by. Calls of people and their programs take no key that they do not know, so that none
 * is mistyped in vain (GUARD-3); what is posted by handsets, apps and providers, and what is open to everybody, is read loosely.
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
