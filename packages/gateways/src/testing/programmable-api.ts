/** A programmable Messages API on loopback: the `TestCarrier` of the Twilio gateway. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signForm } from '../twilio/signature.ts';
import type { CarrierAnswer, CarrierSubmission, TestCarrier } from './test-carrier.ts';

export const ACCOUNT = { accountSid: 'AC0123', authToken: 'secret' };
/** The URL for status callbacks. */
export const CALLBACK_URL = 'https://textprobe.example/api/gateways/1/status';

export interface ProgrammableApi extends TestCarrier {
  readonly port: number;
  /** The raw forms behind `submissions`. */
  readonly forms: readonly URLSearchParams[];
  /** Answers every submission with this from now on, overriding `answerBy`. */
  answerWith(answer: { status: number; headers?: Record<string, string>; body?: unknown } | 'hang up'): void;
  /** Status for requests about the account; 200 by default. */
  answerProbesWith(status: number): void;
  close(): Promise<void>;
}

/** @param takeCallback posts a receipt and resolves to the HTTP status */
export async function startProgrammableApi(
  takeCallback: (headers: Record<string, string>, body: string) => Promise<number>,
): Promise<ProgrammableApi> {
  const forms: URLSearchParams[] = [];
  const submissions: CarrierSubmission[] = [];
  const silent: ServerResponse[] = [];
  let listeners: (() => void)[] = [];
  let decide: (submission: CarrierSubmission) => CarrierAnswer = () => ({ accept: `id${forms.length}` });
  let fixed: Parameters<ProgrammableApi['answerWith']>[0] | null = null;
  let probeStatus = 200;
  let unanswered = 0;
  /** Submissions that are answered or deliberately left without an answer. */
  let decided = 0;
  let mostUnanswered = 0;
  let server: Server | null = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(onPort: number): Promise<Server> {
    const made = createServer((request, response) => void take(request, response));
    made.listen(onPort, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const pair = Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64');
    const place = `/2010-04-01/Accounts/${ACCOUNT.accountSid}`;
    if (request.headers.authorization !== `Basic ${pair}`) return send(response, 401, { code: 20003 });
    if (request.url === `${place}.json`) return send(response, probeStatus, {});
    if (request.url !== `${place}/Messages.json`) return send(response, 404, { code: 20404 });
    const form = new URLSearchParams(body);
    const submission = {
      from: form.get('From') ?? '',
      to: form.get('To') ?? '',
      text: form.get('Body') ?? '',
      part: 1,
      parts: 1,
    };
    forms.push(form);
    submissions.push(submission);
    unanswered += 1;
    mostUnanswered = Math.max(mostUnanswered, unanswered);
    // Wait a few turns, so that other requests in flight count as unanswered too.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (fixed === 'hang up') request.socket.destroy();
    else if (fixed !== null) respond(response, fixed.status, fixed.body ?? {}, fixed.headers);
    else {
      const answer = decide(submission);
      if (answer === 'silence') silent.push(response);
      else answerAs(response, answer);
    }
    decided += 1;
    notify();
  }

  function answerAs(response: ServerResponse, answer: Exclude<CarrierAnswer, 'silence'>): void {
    if (answer === 'refuse') respond(response, 400, { code: 21211, message: 'Invalid To number.' });
    else if (answer === 'throttle') respond(response, 429, { code: 20429, message: 'Too Many Requests' });
    else respond(response, 201, { sid: answer.accept, status: 'queued' });
  }

  function respond(
    response: ServerResponse,
    status: number,
    body: unknown,
    headers?: Record<string, string>,
  ): void {
    unanswered -= 1;
    send(response, status, body, headers);
  }

  function notify(): void {
    const waiting = listeners;
    listeners = [];
    for (const listener of waiting) listener();
  }

  return {
    port,
    forms,
    submissions,
    unbinds: 0,
    get mostUnanswered() {
      return mostUnanswered;
    },
    answerBy(next) {
      decide = next;
      fixed = null;
    },
    answerWith(next) {
      fixed = next;
    },
    answerProbesWith(status) {
      probeStatus = status;
    },
    async submitted(count) {
      while (decided < count) await new Promise<void>((resolve) => listeners.push(resolve));
    },
    answerNow(answer) {
      const oldest = silent.shift();
      if (!oldest) throw new Error('no submission is waiting for an answer');
      answerAs(oldest, answer);
    },
    async sendReceipt({ providerId, state, phone, office }) {
      const words = { delivered: 'delivered', undeliverable: 'undelivered', enroute: 'sent' };
      const form = new URLSearchParams({
        MessageSid: providerId,
        MessageStatus: words[state],
        To: phone,
        From: office,
        ...(state === 'undeliverable' ? { ErrorCode: '30003' } : {}),
        ApiVersion: '2010-04-01',
      });
      const signature = signForm(ACCOUNT.authToken, CALLBACK_URL, form);
      return (await takeCallback({ 'x-twilio-signature': signature }, form.toString())) === 204;
    },
    async goDown() {
      server?.closeAllConnections();
      server?.close();
      server = null;
    },
    async comeBack() {
      server = await listen(port);
    },
    async close() {
      server?.closeAllConnections();
      server?.close();
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
