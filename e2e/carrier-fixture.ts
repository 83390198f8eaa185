/** A separate program with its own carrier: the alert for a link that is down is on all screens and would disturb other specs. */
import { type Carrier, startCarrier } from './carrier.ts';
import { test as base, type WorkerFixtures } from './console.ts';
import { startProgram } from './program.ts';

export const test = base.extend<object, WorkerFixtures & { readonly carrier: Carrier }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  carrier: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const carrier = await startCarrier();
      await use(carrier);
      await carrier.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
