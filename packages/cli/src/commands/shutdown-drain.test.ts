/**
 * Shutdown behind a load balancer: the balancer, which probes over its own connections, sees readiness fail before the port
 * closes, and requests in the meantime are served.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { calls } from '@textprobe/contract/calls';
import { listMessagesOfTest } from '@textprobe/database/message-log/message-log';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { submissionStateFromRank } from '@textprobe/domain/ledger-states';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ALL, ANSWERED, type FaultWorld, openFaultWorld, WINDOW } from '../testing/fault-world.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

/** Long enough for a few calls on a busy machine. */
const DRAIN_MS = 5_000;

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld({ SHUTDOWN_DRAIN: `${DRAIN_MS}ms` });
});
afterAll(() => world?.close());

/** Over a new connection, which the client would keep. */
async function askFresh({ path }: { readonly path: string }, cookie = '') {
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { agent, headers: { cookie } };
    request(new URL(path, world.program.place), options, resolve).on('error', reject).end();
  });
  const body = await text(answer);
  agent.destroy();
  return { status: answer.statusCode, connection: answer.headers.connection, body };
}

it('SIGTERM under load with a drain: readiness fails over new connections, calls are still answered, and unsent messages are released', async () => {
  const { accept, console, program, smsc } = world;
  const testId = await world.startHalf();
  expect(await askFresh(calls.healthReady)).toMatchObject({ status: 200, connection: 'keep-alive' });

  const ending = program.end('SIGTERM');
  await program.said(/"msg":"shutting down/u);
  let ready = await askFresh(calls.healthReady);
  while (ready.status !== 503) ready = await askFresh(calls.healthReady);
  expect(JSON.parse(ready.body)).toEqual({ ready: false, reason: 'The process is shutting down.' });
  expect(ready.connection).toBe('close');
  expect(await askFresh(calls.healthLive)).toMatchObject({ status: 200 });
  const cookie = [...console.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const list = await askFresh(calls.listTests, cookie);
  expect(list).toMatchObject({ status: 200, connection: 'close' });
  expect(JSON.parse(list.body)).toHaveLength(1);
  for (const message of smsc.submissions.slice(-WINDOW)) smsc.answerNow(accept(message));

  const end = await ending;
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(end.tookMs).toBeGreaterThanOrEqual(DRAIN_MS);
  expect(smsc.unbinds).toBe(1);
  expect(smsc.submissions).toHaveLength(ANSWERED + WINDOW);
  await expect(askFresh(calls.healthLive)).rejects.toThrow('ECONNREFUSED');
  // Answers received during shutdown are committed, and unsent messages released.
  const messages = await listMessagesOfTest(
    world.database.db,
    ALL_PARTNERS,
    await openMessageCodes(world.database.db),
    testId,
    { limit: ALL },
  );
  const states = Object.groupBy(messages, ({ submission_state: rank }) => submissionStateFromRank(rank));
  expect(states.accepted).toHaveLength(ANSWERED + WINDOW);
  expect(states.waiting).toHaveLength(ALL - ANSWERED - WINDOW);
});
