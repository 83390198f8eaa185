/** Our client bound to our server on loopback, on one manual clock; both end with the test. */
import { onTestFinished } from 'vitest';
import { connectSmppClient, type SmppClient, type SmppClientOptions } from '../client.ts';
import type { SubmitSm } from '../pdu.ts';
import {
  createSmppServer,
  type SmppServer,
  type SmppServerOptions,
  type SmppServerSession,
} from '../server.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface TestServer {
  readonly server: SmppServer;
  readonly clock: ManualClock;
  /** The next session that binds. */
  nextSession(): Promise<SmppServerSession>;
}

export async function startServer(options: Partial<SmppServerOptions> = {}): Promise<TestServer> {
  const clock = createManualClock();
  const bound = queue<SmppServerSession>();
  const server = await createSmppServer({
    clock,
    enquireLinkMs: 0,
    authenticate: () => 0,
    ...options,
    onSession(session) {
      options.onSession?.(session);
      bound.push(session);
    },
  });
  onTestFinished(() => server.close(0));
  return { server, clock, nextSession: bound.next };
}

export interface SessionPair extends TestServer {
  readonly client: SmppClient;
  readonly session: SmppServerSession;
  /** The next submit_sm that the server receives; the test answers it. */
  nextSubmit(): Promise<SubmitSm>;
}

export async function connectPair(options: Partial<SmppClientOptions> = {}): Promise<SessionPair> {
  const submits = queue<SubmitSm>();
  const started = await startServer({ onSession: (session) => session.onSubmitSm(submits.push) });
  const client = await connectTo(started.server.port, { clock: started.clock, ...options });
  return { ...started, client, session: await started.nextSession(), nextSubmit: submits.next };
}

/** A client that sends no enquire_link by default. */
export async function connectTo(port: number, options: Partial<SmppClientOptions> = {}): Promise<SmppClient> {
  const client = await connectSmppClient({
    host: '127.0.0.1',
    port,
    systemId: 'tester',
    password: 'secret',
    clock: createManualClock(),
    enquireLinkMs: 0,
    ...options,
  });
  onTestFinished(() => client.destroy());
  return client;
}

function queue<T>() {
  const ready: T[] = [];
  const waiting: Array<(item: T) => void> = [];
  return {
    push(item: T): void {
      const waiter = waiting.shift();
      if (waiter) waiter(item);
      else ready.push(item);
    },
    next: (): Promise<T> => {
      const item = ready.shift();
      return item === undefined
        ? new Promise((resolve) => void waiting.push(resolve))
        : Promise.resolve(item);
    },
  };
}
