/**
 * Turns a run into messages: one for every office and phone (SERVER-1), a chunk a transaction. How far it has come is
 * written with each chunk under the run's lock, so that whoever goes on after a killed worker, or beside a living one,
 * neither doubles a message nor leaves one out.
 */
import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import { insertMessages, type NewMessage } from '@textprobe/database/messages/message-creation';
import { appendRollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import {
  findReceivingPhones,
  findSendingOffices,
  type ReceivingPhone,
  type SendingOffice,
} from '@textprobe/database/runs/recipients';
import { advanceRun, lockRunToExpand, type RunToExpand } from '@textprobe/database/runs/runs';
import type { Clock } from '@textprobe/domain/clock';
import { createMessageCode } from '@textprobe/domain/message-code';
import { toE164 } from '@textprobe/domain/phone-number';
import { fillPlaceholders } from '@textprobe/domain/placeholders';
import { createRollupChanges } from './rollup-changes.ts';
import { transact } from './transact.ts';
import { monthIndexOf } from './utc-month.ts';

export interface ExpansionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Unguessable, 0 to 2^50 − 1. From node:crypto unless a test wants codes to collide. */
  readonly random50?: () => bigint;
}

/** One chunk's outcome. */
export interface ExpandedChunk {
  readonly testId: number;
  readonly gatewayIds: ReadonlySet<number>;
  /** Whether the run has all its messages now. */
  readonly complete: boolean;
}

/** Messages made in one transaction: long enough to be cheap, short enough for the first to leave at once. */
const CHUNK = 1_000;
/** No gateway has this id: a message that no way out exists for waits until its deadline and ends as never sent. */
const NO_GATEWAY = 0;

/** Makes the next messages of a run. @returns null when the run does not exist, or has all its messages */
export async function expandNextChunk(deps: ExpansionDeps, runId: number): Promise<ExpandedChunk | null> {
  return transact(deps, async (tx) => {
    const now = deps.clock.now();
    const run = await lockRunToExpand(tx, runId, now);
    if (run === null) return null;
    const officeIds = [...new Set(run.officeIds)];
    const phoneIds = [...new Set(run.phoneIds)];
    const total = officeIds.length * phoneIds.length;
    const position = Math.min(run.position + CHUNK, total);
    const pairs = Array.from({ length: Math.max(0, position - run.position) }, (_, index) => {
      const at = run.position + index;
      return {
        officeId: officeIds[Math.floor(at / phoneIds.length)] as number,
        phoneId: phoneIds[at % phoneIds.length] as number,
      };
    });
    if (pairs.length === 0) return null;
    const created = await createMessages(deps, tx, run, pairs, now);
    await advanceRun(tx, { id: run.id, position, total });
    const gatewayIds = new Set(created.map((message) => message.gatewayId));
    return { testId: run.testId, gatewayIds, complete: position === total };
  });
}

async function createMessages(
  deps: ExpansionDeps,
  tx: Transaction,
  run: RunToExpand,
  pairs: readonly { officeId: number; phoneId: number }[],
  now: number,
): Promise<NewMessage[]> {
  const offices = await findSendingOffices(
    tx,
    pairs.map((pair) => pair.officeId),
  );
  const phones = await findReceivingPhones(
    tx,
    pairs.map((pair) => pair.phoneId),
  );
  const drafts = pairs.flatMap(({ officeId, phoneId }) => {
    const office = offices.get(officeId);
    const phone = phones.get(phoneId);
    if (office === undefined || phone === undefined) {
      deps.log.error({ runId: run.id, officeId, phoneId }, 'no message: its office or phone is gone');
      return [];
    }
    return [draftMessage(run, office, phone)];
  });
  if (drafts.some((draft) => draft.gatewayId === NO_GATEWAY)) {
    deps.log.error(
      { runId: run.id },
      'an office has no gateway and there is no default one: nothing will be sent',
    );
  }
  const messages = await insertWithFreshCodes(deps, tx, run, drafts, now);
  const rollups = createRollupChanges();
  for (const { carrier, evidence } of messages) rollups.add(countedAsNew(run, carrier, evidence));
  await appendRollupDeltas(tx, rollups.deltas());
  return messages;
}

type Draft = Omit<NewMessage, 'code'>;

function draftMessage(run: RunToExpand, office: SendingOffice, phone: ReceivingPhone): Draft {
  const filled = fillPlaceholders(run.body, {
    first_name: phone.name,
    company_name: office.clientName,
    manager_first_name: office.managerFirstName,
    manager_last_name: office.managerLastName,
  });
  return {
    officeId: office.id,
    phoneId: phone.id,
    gatewayId: office.gatewayId ?? NO_GATEWAY,
    carrier: phone.carrier,
    evidence: phone.evidence,
    sender: toE164(office.phoneNumber) ?? office.phoneNumber,
    recipient: toE164(phone.phoneNumber) ?? phone.phoneNumber,
    filledBody: filled === run.body ? null : filled,
  };
}

/** A code that is taken has its message drawn another; of 2^50 a month that hardly ever happens, and never does harm. */
async function insertWithFreshCodes(
  { random50 = randomFromCrypto }: ExpansionDeps,
  tx: Transaction,
  run: RunToExpand,
  drafts: readonly Draft[],
  now: number,
): Promise<NewMessage[]> {
  // Another process made the run, by its own clock; a message is never older than its run, or it would not be found.
  const createdAt = Math.max(now, run.createdAt);
  const month = monthIndexOf(createdAt);
  const chunk = {
    runId: run.id,
    testId: run.testId,
    messageType: run.messageType,
    testType: run.testType,
    createdAt,
    deadlineMs: run.deadlineMs,
  };
  const created: NewMessage[] = [];
  let left = drafts;
  while (left.length > 0) {
    const drawn = left.map((draft) => ({ ...draft, code: createMessageCode(random50(), month) }));
    // Two of one batch may draw the same code: only the first of them can have been stored.
    const fresh = await insertMessages(tx, chunk, drawn);
    const refused: Draft[] = [];
    for (const message of drawn) {
      if (fresh.delete(message.code)) created.push(message);
      else refused.push(message);
    }
    left = refused;
  }
  return created;
}

function countedAsNew(run: RunToExpand, carrier: string, evidence: NewMessage['evidence']) {
  return {
    carrier,
    evidence,
    message_type: run.messageType,
    test_type: run.testType,
    status: 0,
    submitted_at: null,
    received_at: null,
    receipt_state: 0,
    receipt_at: null,
  };
}

function randomFromCrypto(): bigint {
  return randomBytes(8).readBigUInt64BE() >> 14n;
}
