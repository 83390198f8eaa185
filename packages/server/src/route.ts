/** Ties a call of the contract to its handler: method, path, what comes in, what goes out, and who may call. */
import type { Access, Call } from '@textprobe/contract/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';

declare module 'fastify' {
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
  readonly query: Part<C, 'query'>;
  readonly body: Part<C, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<C> = C extends { answer: infer Schema } ? Output<Schema> : void;

/** Answers the value to send; or the reply, when it has sent a stream or something else of its own. */
export type Handler<C extends Call> = (asked: Asked<C>) => Promise<Answer<C> | FastifyReply>;

type RouteOptions = Pick<RouteShorthandOptions, 'preValidation' | 'config'>;

export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  options: RouteOptions = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
    },
    ...options,
    config: { access: call.access, ...options.config },
    async handler(request, reply) {
      const asked = { query: request.query, body: request.body, request, reply } as Asked<C>;
      const answer: unknown = await handler(asked);
      return answer === reply ? reply : reply.status(call.status).send(answer);
    },
  });
}
