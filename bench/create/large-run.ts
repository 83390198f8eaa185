/** Measures one run with 100,000 messages: time to create them, throughput and peak memory. */
import { forgetPeak, peakMegabytes } from '../memory.ts';
import { machineTime } from '../smsc/tally.ts';
import { type CpuUse, cpuPerMessage, type Stage } from '../stage.ts';

const PATIENCE_MS = 220_000;
const LOOK_MS = 20;

export interface LargeRun {
  readonly messages: number;
  /** Seconds from the request to the commit of the last message's row. */
  readonly createdAfter: number;
  /** Messages per second, from the request to the acknowledgment of the last receipt. */
  readonly perSecond: number;
  /** Resident memory of the program's process in megabytes: the peak, and the value before. */
  readonly peak: number;
  readonly before: number;
  readonly cpu: CpuUse;
}

export async function measureLargeRun(stage: Stage): Promise<LargeRun> {
  const { smsc, creator, ids, program, cpu } = stage;
  const messages = ids.offices.length * ids.phones.length;
  const { done } = await smsc.expect(messages, PATIENCE_MS);
  forgetPeak(program.pid);
  const residentBefore = peakMegabytes(program.pid);
  const before = cpu();
  const askedAt = machineTime();
  const { testId } = await creator.create(ids, 'Hello {first_name}, this is {company_name}');
  const createdAt = await untilCreated(stage, testId, messages);
  const { lastAcknowledgedAt, submissions, parts } = await done;
  if (submissions !== messages || parts !== messages)
    throw new Error(`received ${submissions} submissions of ${parts} messages, expected ${messages}`);
  return {
    messages,
    createdAfter: (createdAt - askedAt) / 1_000,
    perSecond: messages / ((lastAcknowledgedAt - askedAt) / 1_000),
    peak: peakMegabytes(program.pid),
    before: residentBefore,
    cpu: cpuPerMessage(before, cpu(), messages),
  };
}

async function untilCreated({ database }: Stage, testId: number, messages: number): Promise<number> {
  const giveUpAt = machineTime() + PATIENCE_MS;
  for (;;) {
    const { rows } = await database.query<{ created: number }>(
      'select messages_created as created from runs where test_id = $1',
      [testId],
    );
    const now = machineTime();
    if (rows[0]?.created === messages) return now;
    if (now > giveUpAt) throw new Error('the messages were not created in time');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
