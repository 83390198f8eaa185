/** Measures the latency from the response of "create" to the first byte on the wire, for sequential tests to one phone each. */
import { machineTime } from '../smsc/tally.ts';
import type { Stage } from '../stage.ts';

const TESTS = 300;
const WARM_UP = 60;
const PATIENCE_MS = 30_000;

export interface Latency {
  /** Milliseconds from the client's 201 to the SMSC's submit_sm; negative if the submit_sm came first. */
  readonly afterAnswer: number;
  /** The same, from the client's request. */
  readonly afterRequest: number;
}

export async function measureFirstMessage({ smsc, creator, ids }: Stage): Promise<Latency[]> {
  const one = { ...ids, offices: ids.offices.slice(0, 1), phones: ids.phones.slice(0, 1) };
  const latencies: Latency[] = [];
  for (let test = 0; test < WARM_UP + TESTS; test += 1) {
    const { done } = await smsc.expect(1, PATIENCE_MS);
    const askedAt = machineTime();
    await creator.create(one, 'Hello');
    const answeredAt = machineTime();
    const { firstSubmissionAt } = await done;
    latencies.push({
      afterAnswer: firstSubmissionAt - answeredAt,
      afterRequest: firstSubmissionAt - askedAt,
    });
  }
  return latencies.slice(WARM_UP);
}
