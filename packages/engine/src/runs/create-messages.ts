/**
 * Creates messages for pairs of office and phone, with placeholders filled, and the chunks by which they are claimed.
 * The message code is derived from the id (`message-codes.ts`), so it is neither generated nor stored here.
 */
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { insertChunks, type NewChunk, takeMessageIds } from '@textprobe/database/messages/chunks';
import { insertMessages, type NewMessage } from '@textprobe/database/messages/message-creation';
import { countedAsNew, createRollupChanges } from '@textprobe/database/rollups/rollup-changes';
import { appendRollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import {
  findReceivingPhones,
  type ReceivingPhone,
  type SendingOffice,
} from '@textprobe/database/runs/recipients';
import type { RunToExpand } from '@textprobe/database/runs/runs';
import type { Clock } from '@textprobe/domain/clock';
import { toE164 } from '@textprobe/domain/phone-number';
import { fillPlaceholders } from '@textprobe/domain/placeholders';
import type { StartedRun } from './run-expiry.ts';

export interface ExpansionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Shortest time that a message may wait to be submitted, in milliseconds; an hour by default (GUARD-8). */
  readonly sendExpiryMs?: number;
}

/** Messages per statement: serializing them blocks the event loop for about 20 ms. */
const STATEMENT = 2_000;
/** Placeholder id for an office without a gateway: its messages wait until they expire as "not sent". */
const NO_GATEWAY = 0;

export interface Pair {
  readonly run: Pick<RunToExpand, 'id'>;
  readonly officeId: number;
  readonly phoneId: number;
}

/** A pair with its run, office, phone and gateway loaded. */
interface Resolved {
  readonly run: StartedRun;
  readonly office: SendingOffice;
  readonly phone: ReceivingPhone;
  readonly gatewayId: number;
}

export interface NewMessages {
  readonly pairs: readonly Pair[];
  readonly runs: ReadonlyMap<number, StartedRun>;
  readonly offices: ReadonlyMap<number, SendingOffice>;
}

/** What one transaction created for a run. */
export interface CreatedOfRun {
  messages: number;
  /** Gateways for which the messages wait. */
  readonly gatewayIds: Set<number>;
}

/**
 * Works one statement at a time and releases each before it builds the next, so that a large run needs no more memory
 * than a small one. Messages of one run, gateway and partner get consecutive ids, because chunks claim ranges of ids.
 * @returns what was created, by run
 */
export async function createMessages(
  deps: ExpansionDeps,
  tx: Transaction,
  { pairs, runs, offices }: NewMessages,
  now: number,
): Promise<Map<number, CreatedOfRun>> {
  const phones = withE164(await findReceivingPhones(tx, [...new Set(pairs.map((pair) => pair.phoneId))]));
  const senders = withE164(offices);
  const rollups = createRollupChanges();
  const made = new Map<number, CreatedOfRun>();
  const chunks: NewChunk[] = [];

  const resolved = pairs.flatMap(({ run: { id: runId }, officeId, phoneId }): Resolved[] => {
    const [run, office, phone] = [runs.get(runId), senders.get(officeId), phones.get(phoneId)];
    if (run !== undefined && office !== undefined && phone !== undefined)
      return [{ run, office, phone, gatewayId: gatewayOf(run, office) }];
    deps.log.error({ runId, officeId, phoneId }, 'skipped a message: its office or phone no longer exists');
    return [];
  });
  const groups = Map.groupBy(
    resolved,
    ({ run, office, gatewayId }) => `${run.id}|${gatewayId}|${office.partnerId}`,
  );
  if (resolved.length === 0) return made;
  let nextId = await takeMessageIds(tx, resolved.length);

  for (const group of groups.values()) {
    const { run, office, gatewayId } = group[0] as Resolved;
    const createdAt = createdAtOf(run, now);
    chunks.push({
      runId: run.id,
      testId: run.testId,
      gatewayId,
      partnerId: office.partnerId,
      createdAt,
      deadlineMs: run.deadlineMs,
      expiresAt: run.expiresAt,
      dueAt: createdAt,
      firstId: chunkStart(chunks, nextId),
      count: group.length,
      attempts: 0,
    });
    const known = made.get(run.id) ?? { messages: 0, gatewayIds: new Set() };
    known.messages += group.length;
    known.gatewayIds.add(gatewayId);
    made.set(run.id, known);
    if (gatewayId === NO_GATEWAY) {
      deps.log.error(
        { runId: run.id },
        'an office has no gateway and there is no default gateway: its messages will not be sent',
      );
    }
  }
  const ordered = [...groups.values()].flat();
  for (let from = 0; from < ordered.length; from += STATEMENT) {
    const part = ordered.slice(from, from + STATEMENT);
    const shared = [...new Set(part.map(({ run }) => run))].map((run) => ({
      ...run,
      runId: run.id,
      createdAt: createdAtOf(run, now),
    }));
    const messages = part.map((of) => ({ ...draftMessage(of), id: nextId++ }));
    await insertMessages(tx, shared, messages);
    for (const [index, message] of messages.entries()) {
      rollups.add(countedAsNew(message, message.gatewayId, (part[index] as Resolved).run));
    }
  }
  await insertChunks(tx, chunks, { origin: true });
  await appendRollupDeltas(tx, rollups.deltas());
  return made;
}

/** Right after the previous chunk; `first` for the first one. */
function chunkStart(chunks: readonly NewChunk[], first: number): number {
  const before = chunks.at(-1);
  return before === undefined ? first : before.firstId + before.count;
}

/** The run was created by another process's clock. A message must not be older than its run, or queries would miss it. */
function createdAtOf(run: Pick<RunToExpand, 'createdAt'>, now: number): number {
  return Math.max(now, run.createdAt);
}

function gatewayOf(run: Pick<RunToExpand, 'messageType'>, office: SendingOffice): number {
  return (run.messageType === 'MMS' ? office.mmsGatewayId : office.gatewayId) ?? NO_GATEWAY;
}

/** Converts numbers to E.164; invalid ones stay as they are. */
function withE164<T extends { readonly phoneNumber: string }>(all: ReadonlyMap<number, T>): Map<number, T> {
  return new Map(
    [...all].map(([id, one]) => [id, { ...one, phoneNumber: toE164(one.phoneNumber) ?? one.phoneNumber }]),
  );
}

function draftMessage({ run, office, phone, gatewayId }: Resolved): Omit<NewMessage, 'id'> {
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
    gatewayId,
    carrier: phone.carrier,
    evidence: phone.evidence,
    sender: office.phoneNumber,
    recipient: phone.phoneNumber,
    filledBody: filled === run.body ? null : filled,
  };
}
