/** A stand-in for the local server of SMS Gateway for Android, built from its documentation and client-go's types. */
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { LocalExchange } from '../inbox/sms-gateway/local-api.ts';

type AppRequest = Parameters<LocalExchange>[0];
type AppAnswer = NonNullable<Awaited<ReturnType<LocalExchange>>>;

export const APP_LOGIN = { user: 'sms', password: 'the app’s password' };
/** Part of the app's answers, so that a test notices if they are passed on. */
export const APP_WORDS = 'words of the app';

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly event: string;
}

export interface SmsGatewayApp {
  /** The merged settings of all PATCH calls. */
  readonly settings: Record<string, unknown>;
  readonly webhooks: Map<string, Webhook>;
  readonly requests: AppRequest[];
  /** Answers calls such as `PATCH /settings` with a status instead. */
  readonly refusals: Map<string, number>;
  readonly answer: (request: AppRequest) => AppAnswer;
  /** The app over HTTP. */
  readonly createServer: () => Server;
}

export function createSmsGatewayApp(): SmsGatewayApp {
  const settings: Record<string, unknown> = {};
  const webhooks = new Map<string, Webhook>();
  const requests: AppRequest[] = [];
  const refusals = new Map<string, number>();
  const login = `Basic ${Buffer.from(`${APP_LOGIN.user}:${APP_LOGIN.password}`).toString('base64')}`;

  function answer(request: AppRequest): AppAnswer {
    requests.push(request);
    const { method, path, headers, body } = request;
    const given = body === null ? null : JSON.parse(body);
    const call = `${method} ${path}`;
    const refusal = refusals.get(call);
    if (refusal !== undefined) return json(refusal, { message: APP_WORDS });
    if (call === 'GET /health')
      return json(200, { status: 'warn', version: '1.56.0', releaseId: 156, checks: {}, APP_WORDS });
    if (headers.authorization !== login) return json(401, { message: APP_WORDS });
    if (given !== null && headers['content-type'] !== 'application/json') return json(415, {});
    if (call === 'PATCH /settings') return json(200, Object.assign(settings, given));
    if (call === 'GET /webhooks') return json(200, [...webhooks.values()]);
    if (call === 'POST /webhooks') {
      const hook = { ...given, id: given.id ?? `random-${webhooks.size}` };
      webhooks.set(hook.id, hook);
      return json(201, hook);
    }
    const [, id] = /^DELETE \/webhooks\/(.+)$/.exec(call) ?? [];
    if (id === undefined) return json(404, { message: APP_WORDS });
    webhooks.delete(id);
    return { status: 204, body: Buffer.of() };
  }

  return {
    settings,
    webhooks,
    requests,
    refusals,
    answer,
    createServer: () =>
      createServer((request, response) => {
        void buffer(request).then((bytes) => {
          const { method = '', url: path = '', headers } = request;
          const answered = answer({
            method: method as AppRequest['method'],
            path,
            headers: headers as Record<string, string>,
            body: bytes.length === 0 ? null : bytes.toString('utf8'),
          });
          response.writeHead(answered.status, { 'content-type': 'application/json' }).end(answered.body);
        });
      }),
  };
}

function json(status: number, body: unknown): AppAnswer {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}
