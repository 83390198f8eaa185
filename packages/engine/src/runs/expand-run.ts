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
import { USUAL_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { createRollupChanges } from '../settle/rollup-changes.ts';
import { fixExpiries, type StartedRun } from './run-expiry.ts';
import { transact } from '../kit/transact.ts';
import { monthIndexOf } from '../kit/utc-month.ts';

export interface ExpansionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Unguessable, 0 to 2^50 − 1. From node:crypto unless a test wants codes to collide. */
  readonly random50?: () => bigint;
  /** How long a message may wait to be submitted at least, in milliseconds; an hour unless told (GUARD-8). */
  readonly sendExpiryMs?: number;
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
/** No gateway has this id: a message that no way out exists for waits until its expiry and ends as never sent. */
const NO_GATEWAY = 0;

/** One office and one phone of a run. */
interface Pair {
  readonly run: Pick<RunToExpand, 'id'>;
  readonly officeId: number;
  readonly phoneId: number;
}

/** What a transaction brought. */
export interface Expansion {
  readonly chunks: readonly ExpandedChunk[];
  /** The runs that got messages, and not all of theirs yet. */
  readonly begun: readonly number[];
  /** The runs whose turn did not come: the chunk was full. */
  readonly left: readonly number[];
}

/** Makes the next messages of runs, of as many of them as fit into one chunk. Those that no longer exist are left out. */
export async function expandNextChunk(deps: ExpansionDeps, runIds: readonly number[]): Promise<Expansion> {
  return transact(deps, async (tx) => {
    const now = deps.clock.now();
    const pairs: Pair[] = [];
    const runs: RunToExpand[] = [];
    const progress: Omit<RunProgress, 'expiresAt'>[] = [];
    const begun: number[] = [];
    const left: number[] = [];
    for (const run of await lockRunsToExpand(tx, runIds, now)) {
      const most = run.position > 0 ? LARGE_CHUNK : CHUNK;
      const next = nextPairs(run, Math.max(0, most - pairs.length));
      if (next.position < next.total) (next.pairs.length > 0 ? begun : left).push(run.id);
      if (next.pairs.length === 0) continue;
      pairs.push(...next.pairs);
      runs.push(run);
      progress.push({ id: run.id, position: next.position, total: next.total });
    }
    if (pairs.length === 0) return { chunks: [], begun, left };
    const offices = await findSendingOffices(tx, officesOf(runs, pairs));
    const leastMs = deps.sendExpiryMs ?? USUAL_SEND_EXPIRY_MS;
    const started = new Map(
      (await fixExpiries(tx, runs, offices, { now, leastMs })).map((run) => [run.id, run]),
    );
    const gatewaysOf = await createMessages(deps, tx, { pairs, runs: started, offices }, now);
    await advanceRuns(
      tx,
      progress.map((run) => ({ ...run, expiresAt: started.get(run.id)?.expiresAt ?? now })),
    );
    const chunks = runs.map(({ id, testId }) => ({
      testId,
      gatewayIds: gatewaysOf.get(id) ?? new Set(),
    }));
    return { chunks, begun, left };
  });
}

/** Those of the messages to be made, and of a run that starts all: the whole of it tells how long it takes. */
function officesOf(runs: readonly RunToExpand[], pairs: readonly Pair[]): number[] {
  const starting = runs.filter(({ expiresAt }) => expiresAt === null);
  return [
    ...new Set([...starting.flatMap(({ officeIds }) => officeIds), ...pairs.map(({ officeId }) => officeId)]),
  ];
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

interface NewMessages {
  readonly pairs: readonly Pair[];
  readonly runs: ReadonlyMap<number, StartedRun>;
  readonly offices: ReadonlyMap<number, SendingOffice>;
}

/**
 * A statement at a time: what is written is let go before the next is drawn up, so that a large run takes no more memory
 * than a small one.
 * @returns for each run the gateways that its messages wait at
 */
async function createMessages(
  deps: ExpansionDeps,
  tx: Transaction,
  { pairs, runs, offices }: NewMessages,
  now: number,
): Promise<Map<number, Set<number>>> {
  const phones = await findReceivingPhones(tx, [...new Set(pairs.map((pair) => pair.phoneId))]);
  const senders = new Map([...offices].map(([id, { phoneNumber }]) => [id, e164OrAsItIs(phoneNumber)]));
  const recipients = new Map([...phones].map(([id, { phoneNumber }]) => [id, e164OrAsItIs(phoneNumber)]));
  const rollups = createRollupChanges();
  const gatewaysOf = new Map<number, Set<number>>();
  const refused: Draft[] = [];
  let stranded: Draft | undefined;

  async function write(drafts: readonly Draft[]): Promise<void> {
    const { created, taken } = await insertWithNewCodes(deps, tx, runs, drafts, now);
    refused.push(...taken);
    for (const draft of created) {
      const { runId, gatewayId, carrier, evidence } = draft;
      if (gatewayId === NO_GATEWAY) stranded ??= draft;
      let gateways = gatewaysOf.get(runId);
      if (gateways === undefined) gatewaysOf.set(runId, (gateways = new Set()));
      gateways.add(gatewayId);
      const run = runs.get(runId);
      if (run !== undefined) rollups.add(countedAsNew(run, carrier, evidence));
    }
  }

  for (let from = 0; from < pairs.length; from += STATEMENT) {
    const drafts = pairs
      .slice(from, from + STATEMENT)
      .flatMap(({ run: { id: runId }, officeId, phoneId }) => {
        const run = runs.get(runId);
        const office = offices.get(officeId);
        const phone = phones.get(phoneId);
        if (run === undefined || office === undefined || phone === undefined) {
          deps.log.error({ runId, officeId, phoneId }, 'no message: its office or phone is gone');
          return [];
        }
        const numbers = { sender: senders.get(officeId) ?? '', recipient: recipients.get(phoneId) ?? '' };
        return [draftMessage(run, office, phone, numbers)];
      });
    if (drafts.length > 0) await write(drafts);
  }
  // Of 2^50 codes a month that hardly ever happens, and never does harm.
  while (refused.length > 0) await write(refused.splice(0, STATEMENT));
  if (stranded !== undefined) {
    deps.log.error(
      { runId: stranded.runId },
      'an office has no gateway and there is no default one: nothing will be sent',
    );
  }
  await appendRollupDeltas(tx, rollups.deltas());
  return gatewaysOf;
}

function e164OrAsItIs(phoneNumber: string): string {
  return toE164(phoneNumber) ?? phoneNumber;
}

type Draft = Omit<NewMessage, 'code'>;

function draftMessage(
  run: RunToExpand,
  office: SendingOffice,
  phone: ReceivingPhone,
  { sender, recipient }: { sender: string; recipient: string },
): Draft {
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
    sender,
    recipient,
    filledBody: filled === run.body ? null : filled,
  };
}

/** Draws each a code and writes it. @returns what was written, and what drew a code that is taken: it needs another */
async function insertWithNewCodes(
  { random50 = randomFromCrypto }: ExpansionDeps,
  tx: Transaction,
  runs: ReadonlyMap<number, StartedRun>,
  drafts: readonly Draft[],
  now: number,
): Promise<{ created: Draft[]; taken: Draft[] }> {
  // Another process made the run, by its own clock; a message is never older than its run, or it would not be found.
  const shared = new Map(
    [...runs.values()].map((run) => [
      run.id,
      { ...run, runId: run.id, createdAt: Math.max(now, run.createdAt) },
    ]),
  );
  const monthOf = new Map(
    [...shared.values()].map(({ runId, createdAt }) => [runId, monthIndexOf(createdAt)]),
  );
  const drawn = drafts.map((draft) => ({
    ...draft,
    code: createMessageCode(random50(), monthOf.get(draft.runId) ?? monthIndexOf(now)),
  }));
  // Two of one batch may draw the same code: only the first of them can have been stored.
  const fresh = await insertMessages(tx, [...shared.values()], drawn);
  const created: Draft[] = [];
  const taken: Draft[] = [];
  for (const message of drawn) (fresh.delete(message.code) ? created : taken).push(message);
  return { created, taken };
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
    submission_state: 0,
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
