/** The server over HTTP with a real worker, whose gateway records every text that it sends. */
import { createAccount } from '@textprobe/database/accounts/accounts';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createFakeGateway, type FakeGateway } from '@textprobe/engine/testing/fake-gateway';
import { createWorld, type World } from '@textprobe/engine/testing/world';
import { hashPassword } from '../auth/passwords.ts';
import type { TestClient } from './test-client.ts';
import { PASSWORD, startTestServer, USERNAME } from './test-server.ts';

export interface RaceWorld {
  readonly world: World;
  readonly client: TestClient;
  readonly gateway: FakeGateway;
  /** A payload for the world's first office and the given number of its phones. */
  payload(body: string, phones: number): object;
  /** The texts that were sent, without their codes, in order. */
  sentTexts(): string[];
  /** Starts the worker, unless it was started with the world. */
  work(): Promise<unknown>;
  /** Idempotent. */
  close(): Promise<void>;
}

export async function createRaceWorld({ working = true } = {}): Promise<RaceWorld> {
  const world = await createWorld({ phones: 3 });
  const passwordHash = await hashPassword(PASSWORD);
  await createAccount(world.db, {
    username: USERNAME,
    role: 'administrator',
    passwordHash,
    createdAt: Date.now(),
  });
  const server = await startTestServer({ db: world.db, engineApi: world.engineApi, clock: realClock });
  const gateway = createFakeGateway();
  const work = () => world.startEngine(gateway);
  if (working) await work();
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    await server.close();
    await world.close();
  }

  return {
    world,
    gateway,
    client: await server.operator(),
    payload: (messageBody, phones) => ({
      messageBody,
      officeIDs: world.officeIds.slice(0, 1),
      phoneIDs: world.phoneIds.slice(0, phones),
    }),
    sentTexts: () => gateway.submissions.map(({ text }) => text.replace(/ #\w+$/, '')),
    work,
    close: () => (closed ??= close()),
  };
}
