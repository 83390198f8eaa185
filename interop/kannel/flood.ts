/** Sends Kannel messages as fast as it accepts them, and waits for all receipts. */
import { waitUntil } from '../wait-until.ts';
import { type Kannel, MAX_RECIPIENTS } from './kannel.ts';

/** Concurrent HTTP calls: more do not speed Kannel up. */
const CALLS = 4;
/** It takes a few seconds on two idle cores. */
const TIMEOUT_MS = 150_000;

export interface Flood {
  readonly from: string;
  /** Each call takes the next hundred, in rotation. */
  readonly phones: readonly string[];
  readonly count: number;
  readonly text: string;
}

/** @returns the time from the first call to the last receipt, in milliseconds */
export async function flood(kannel: Kannel, { from, phones, count, text }: Flood): Promise<number> {
  const before = await kannel.status();
  const startedAt = performance.now();
  let submitted = 0;
  async function call(): Promise<void> {
    while (submitted < count) {
      const size = Math.min(MAX_RECIPIENTS, count - submitted);
      const to = Array.from(
        { length: size },
        (_, index) => phones[(submitted + index) % phones.length] ?? '',
      );
      submitted += size;
      await kannel.send({ from, to, text });
    }
  }
  await Promise.all(Array.from({ length: CALLS }, call));
  await waitUntil(
    `${count} receipts`,
    async () => ((await kannel.status()).receipts - before.receipts >= count ? true : undefined),
    { everyMs: 50, withinMs: TIMEOUT_MS },
  ).catch(async (error: unknown) => {
    const { sent, receipts } = await kannel.status();
    const details = `${sent} were sent and ${receipts} receipts matched. Its log: ${kannel.log()}`;
    throw new Error(`Kannel did not get all receipts; ${details}`, { cause: error });
  });
  return performance.now() - startedAt;
}
