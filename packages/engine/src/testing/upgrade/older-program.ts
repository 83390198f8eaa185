/** What the version before does to messages, until the upgrade stops it: it creates, claims and lists them. */
import type { Database } from '@textprobe/database/connection';
import { leaveRunInFlight } from '@textprobe/database/testing/earlier-installation';
import { realClock } from '@textprobe/database/testing/real-clock';
import { sql } from 'kysely';

export interface OlderProgram {
  /** Resolves once it can do nothing any more, with the errors that told it so. */
  readonly ended: Promise<readonly string[]>;
  /** Messages whose claims it has committed: it may have sent any of them. */
  readonly claimed: ReadonlySet<number>;
  /** The runs that it made meanwhile. */
  readonly runIds: readonly number[];
}

const PAUSE_MS = 5;
const CREATED_AT_ONCE = 8;

/** @param gatewayId whose waiting messages it claims, three at a time */
export function startOlderProgram(db: Database, gatewayId: number): OlderProgram {
  const claimed = new Set<number>();
  const runIds: number[] = [];

  async function claim(): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id as due_id, created_at as due_at from messages
        where submission_state = 0 and gateway_id = ${gatewayId} and partner_id = 1 and next_attempt_at <= now()
          and deadline_at > now()
        order by next_attempt_at, id limit 3 for update skip locked)
      update messages set submission_state = 1, claimed_at = now(), claimed_by = 'the old worker', attempts = attempts + 1,
        claim_expires_at = now() + interval '20 seconds'
      from due where id = due_id and created_at = due_at returning id`.execute(db);
    for (const { id } of rows) claimed.add(id);
  }

  const ended = Promise.all([
    repeat(claim),
    repeat(async () => {
      runIds.push(await leaveRunInFlight(db, { messages: CREATED_AT_ONCE, now: realClock.now() }));
    }),
  ]);
  return { ended, claimed, runIds };
}

/** @returns the message of the error that ended it */
async function repeat(work: () => Promise<void>): Promise<string> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      return (error as Error).message;
    }
    await realClock.sleep(PAUSE_MS);
  }
}
