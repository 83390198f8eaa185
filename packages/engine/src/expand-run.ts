/**
 * Turns runs into messages: one for every office and phone (SERVER-1), a chunk a transaction, which a large run fills
 * alone and many small ones share. How far it has come is
 * written with each chunk under the run's lock, so that whoever goes on after a killed worker, or beside a living one,
 * neither doubles a message nor leaves one out.
 */
import { randomFillSync } from 'node:crypto';
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
import {
  advanceRuns,
  lockRunsToExpand,
  type RunProgress,
  type RunToExpand,
} from '@textprobe/database/runs/runs';
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

/** New messages of one run. */
export interface ExpandedChunk {
  readonly testId: number;
  readonly gatewayIds: ReadonlySet<number>;
}

/** Messages made in one transaction, of many small runs or of the beginning of a large one: the first leave at once. */
const CHUNK = 1_000;
/**
 * And of a run whose first are on their way. While those are sent, a transaction's ten round trips wait for their turn
 * in a busy process: in chunks of 1,000 a run of 100,000 was made at hardly more than the rate at which it was sent.
 */
const LARGE_CHUNK = 10_000;
/** Messages of one statement: this process does nothing else while it writes them out, some 20 ms. */
const STATEMENT = 2_000;
/** No gateway has this id: a message that no way out exists for waits until its deadline and ends as never sent. */
const NO_GATEWAY = 0;

/** One office and one phone of a run. */
interface Pair {
  readonly run: RunToExpand;
  readonly officeId: number;
  readonly phoneId: number;
}

/** What a transaction brought. */
export interface Expansion {
  readonly chunks: readonly ExpandedChunk[];
  /** The runs that have not got all their messages yet. */
  readonly left: readonly number[];
}

/** Makes the next messages of runs, of as many of them as fit into one chunk. Those that no longer exist are left out. */
export async function expandNextChunk(deps: ExpansionDeps, runIds: readonly number[]): Promise<Expansion> {
  return transact(deps, async (tx) => {
    const now = deps.clock.now();
    const pairs: Pair[] = [];
    const progress: (RunProgress & { readonly testId: number })[] = [];
    const left: number[] = [];
    for (const run of await lockRunsToExpand(tx, runIds, now)) {
      const most = run.position > 0 ? LARGE_CHUNK : CHUNK;
      const next = nextPairs(run, Math.max(0, most - pairs.length));
      if (next.position < next.total) left.push(run.id);
      if (next.pairs.length === 0) continue;
      pairs.push(...next.pairs);
      progress.push({ id: run.id, testId: run.testId, position: next.position, total: next.total });
    }
    if (pairs.length === 0) return { chunks: [], left };
    const created = await createMessages(deps, tx, pairs, now);
    await advanceRuns(tx, progress);
    const ofRun = Map.groupBy(created, (message) => message.runId);
    const chunks = progress.map(({ id, testId }) => {
      return { testId, gatewayIds: new Set(ofRun.get(id)?.map((message) => message.gatewayId)) };
    });
    return { chunks, left };
  });
}

function nextPairs(run: RunToExpand, limit: number) {
  const officeIds = [...new Set(run.officeIds)];
  const phoneIds = [...new Set(run.phoneIds)];
  const total = officeIds.length * phoneIds.length;
  const position = Math.min(run.position + limit, total);
  const pairs: Pair[] = Array.from({ length: Math.max(0, position - run.position) }, (_, index) => {
    const at = run.position + index;
    return {
      run,
      officeId: officeIds[Math.floor(at / phoneIds.length)] as number,
      phoneId: phoneIds[at % phoneIds.length] as number,
    };
  });
  return { pairs, position, total };
}

async function createMessages(
  deps: ExpansionDeps,
  tx: Transaction,
  pairs: readonly Pair[],
  now: number,
): Promise<NewMessage[]> {
  const offices = await findSendingOffices(tx, [...new Set(pairs.map((pair) => pair.officeId))]);
  const phones = await findReceivingPhones(tx, [...new Set(pairs.map((pair) => pair.phoneId))]);
  const drafts = pairs.flatMap(({ run, officeId, phoneId }) => {
    const office = offices.get(officeId);
    const phone = phones.get(phoneId);
    if (office === undefined || phone === undefined) {
      deps.log.error({ runId: run.id, officeId, phoneId }, 'no message: its office or phone is gone');
      return [];
    }
    return [draftMessage(run, office, phone)];
  });
  const stranded = drafts.find((draft) => draft.gatewayId === NO_GATEWAY);
  if (stranded !== undefined) {
    deps.log.error(
      { runId: stranded.runId },
      'an office has no gateway and there is no default one: nothing will be sent',
    );
  }
  const runs = new Map(pairs.map(({ run }) => [run.id, run]));
  const messages = await insertWithFreshCodes(deps, tx, runs, drafts, now);
  const rollups = createRollupChanges();
  for (const { runId, carrier, evidence } of messages) {
    const run = runs.get(runId);
    if (run !== undefined) rollups.add(countedAsNew(run, carrier, evidence));
  }
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
    runId: run.id,
    partnerId: office.partnerId,
    officeId: office.id,
    phoneId: phone.id,
    gatewayId: (run.messageType === 'MMS' ? office.mmsGatewayId : office.gatewayId) ?? NO_GATEWAY,
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
  runs: ReadonlyMap<number, RunToExpand>,
  drafts: readonly Draft[],
  now: number,
): Promise<NewMessage[]> {
  // Another process made the run, by its own clock; a message is never older than its run, or it would not be found.
  const shared = new Map(
    [...runs.values()].map((run) => [
      run.id,
      { ...run, runId: run.id, createdAt: Math.max(now, run.createdAt) },
    ]),
  );
  const monthOf = (runId: number) => monthIndexOf(shared.get(runId)?.createdAt ?? now);
  const created: NewMessage[] = [];
  let left = drafts;
  while (left.length > 0) {
    const drawn = left.slice(0, STATEMENT).map((draft) => ({
      ...draft,
      code: createMessageCode(random50(), monthOf(draft.runId)),
    }));
    // Two of one batch may draw the same code: only the first of them can have been stored.
    const fresh = await insertMessages(tx, [...shared.values()], drawn);
    const refused: Draft[] = [];
    for (const message of drawn) {
      if (fresh.delete(message.code)) created.push(message);
      else refused.push(message);
    }
    left = [...refused, ...left.slice(STATEMENT)];
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
    comparison: null,
    sender_comparison: null,
    handset_offline: false,
  };
}

const RANDOM_OCTETS = 8;
/** Drawn a page at a time: a call for eight octets costs 3 µs, which was a quarter of what a new message cost here. */
const pool = Buffer.alloc(4_096);
let drawnTo = pool.length;

function randomFromCrypto(): bigint {
  if (drawnTo === pool.length) {
    randomFillSync(pool);
    drawnTo = 0;
  }
  const drawn = pool.readBigUInt64BE(drawnTo) >> 14n;
  drawnTo += RANDOM_OCTETS;
  return drawn;
}
