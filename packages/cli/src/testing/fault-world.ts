/** Shared by the tests of an unreachable database: a working program over a connection that can be cut. */
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { openWireToDatabase, type Wire } from '@textprobe/database/testing/wire';
import type { Settings } from '@textprobe/domain/testing/child-program';
import { type CarrierWorld, openCarrierWorld } from './carrier-world.ts';
import { countOf } from './console.ts';

export interface FaultWorld extends CarrierWorld {
  readonly database: TestDatabase;
  readonly wire: Wire;
  /** A test of {@link ALL} messages. @returns its id, once {@link ANSWERED} are committed and {@link WINDOW} more are unanswered */
  startHalf(): Promise<number>;
}

export const WINDOW = 5;
const OFFICES = 2;
const PHONES = 10;
export const ALL = OFFICES * PHONES;
export const ANSWERED = 8;

export async function openFaultWorld(settings: Settings = {}): Promise<FaultWorld> {
  const database = await createTestDatabase();
  const { wire, url } = await openWireToDatabase(database.url);
  const world = await openCarrierWorld({
    offices: OFFICES,
    phones: PHONES,
    link: { window: WINDOW },
    settings: { DATABASE_URL: url, ...settings },
  });
  await world.start();
  await world.smsc.bound();
  return {
    ...world,
    database,
    wire,
    async startHalf() {
      const testId = await world.createHalf(ANSWERED);
      await world.console.reportWhen(testId, (report) => countOf(report, 'accepted') === ANSWERED);
      return testId;
    },
    async close() {
      await world.close();
      await wire.close();
      await database.drop();
    },
  };
}
