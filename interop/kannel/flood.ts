/** Hands Kannel many messages as fast as it takes them, and waits until it has every receipt. */
import { waitUntil } from '../wait-until.ts';
import { type Kannel, MOST_RECIPIENTS } from './kannel.ts';

/** HTTP calls under way at a time: more do not make Kannel quicker. */
const CALLS = 4;
/** A few seconds on two cores of its own. */
const PATIENCE_MS = 150_000;

export interface Flood {
  readonly from: string;
  /** Each call takes the next hundred, and begins anew at the end. */
  readonly phones: readonly string[];
  readonly count: number;
  readonly text: string;
}

/** @returns how long it took from the first call to the last receipt, in milliseconds */
export async function flood(kannel: Kannel, { from, phones, count, text }: Flood): Promise<number> {
  const before = await kannel.status();
  const startedAt = performance.now();
  let handed = 0;
  async function call(): Promise<void> {
    while (handed < count) {
      const size = Math.min(MOST_RECIPIENTS, count - handed);
      const to = Array.from({ length: size }, (_, index) => phones[(handed + index) % phones.length] ?? '');
      handed += size;
      await kannel.send({ from, to, text });
    }
  }
  await Promise.all(Array.from({ length: CALLS }, call));
  await waitUntil(
    `${count} receipts`,
    async () => ((await kannel.status()).receipts - before.receipts >= count ? true : undefined),
    { everyMs: 50, withinMs: PATIENCE_MS },
  ).catch(async (error: unknown) => {
    const { sent, receipts } = await kannel.status();
    const words = `${sent} were sent and ${receipts} receipts matched. Kannel says: ${kannel.words()}`;
    throw new Error(`Kannel did not get all receipts; ${words}`, { cause: error });
  });
  return performance.now() - startedAt;
}
