/**
 * Computes the expiry of a run's messages in the transaction that starts it (GUARD-8): late enough for everything that
 * its gateways have to send at their throughput, including what is queued before the run.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import {
  countWaitingLoads,
  listRunsInProgress,
  lockQueues,
  type RunInProgress,
} from '@textprobe/database/runs/gateway-queues';
import { findSendingOffices, type SendingOffice } from '@textprobe/database/runs/recipients';
import type { RunToExpand } from '@textprobe/database/runs/runs';
import { type GatewayLoad, pdusOf, sendExpiryAt } from '@textprobe/domain/send-expiry';
import { pairsOf } from './run-pairs.ts';

/** A run with its expiry. */
export type StartedRun = RunToExpand & { readonly expiresAt: number };

type Offices = ReadonlyMap<number, SendingOffice>;
/**
 * @param runs locked, in the order in which their messages are created
 * @param offices all existing offices of these runs
 * @param start instants and durations in milliseconds
 */
export async function setExpiries(
  tx: Transaction,
  runs: readonly RunToExpand[],
  offices: Offices,
  start: { now: number; minimumMs: number },
): Promise<StartedRun[]> {
  const starting = runs.filter(({ expiresAt }) => expiresAt === null);
  const loads = new Map(starting.map((run) => [run.id, loadsOf(run, offices)]));
  const limited = new Set([...loads.values()].flatMap((load) => [...load.keys()]));
  const ahead =
    limited.size === 0 ? new Map<number, number>() : await readQueues(tx, limited, runs, start.now);
  return runs.map((run) => {
    if (run.expiresAt !== null) return { ...run, expiresAt: run.expiresAt };
    const own = [...(loads.get(run.id) ?? [])].map(([gatewayId, { pdus, throughput }]) => {
      const queue = (ahead.get(gatewayId) ?? 0) + pdus;
      ahead.set(gatewayId, queue);
      return { pdus: queue, throughput };
    });
    const { now: startsAt, minimumMs } = start;
    return { ...run, expiresAt: sendExpiryAt({ startsAt, minimumMs, loads: own, nextDue: run.nextDue }) };
  });
}

/** PDUs that a run has yet to create, by gateway; gateways without a limit are left out. */
function loadsOf(run: RunInProgress, offices: Offices): Map<number, GatewayLoad> {
  const loads = new Map<number, GatewayLoad>();
  for (const [officeId, messages] of pairsOf(run).countByOffice(run.position)) {
    const route = routeOf(run, offices.get(officeId));
    if (route === null) continue;
    const before = loads.get(route.gatewayId)?.pdus ?? 0;
    const pdus = before + messages * pdusOf({ ...run, countsParts: route.countsParts });
    loads.set(route.gatewayId, { pdus, throughput: route.throughput });
  }
  return loads;
}

/** The gateway for an office's messages; null if it has none, or one without a limit. */
function routeOf({ messageType }: RunInProgress, office: SendingOffice | undefined) {
  if (office === undefined) return null;
  const { gatewayId, mmsGatewayId, countsParts } = office;
  const [id, throughput] =
    messageType === 'MMS' ? [mmsGatewayId, office.mmsThroughput] : [gatewayId, office.throughput];
  return id === null || throughput === null ? null : { gatewayId: id, throughput, countsParts };
}

/** Queued PDUs by gateway. Locks the queues, so that two runs that start at once do not both count as the first. */
async function readQueues(
  tx: Transaction,
  gatewayIds: ReadonlySet<number>,
  starting: readonly RunToExpand[],
  now: number,
): Promise<Map<number, number>> {
  await lockQueues(tx, [...gatewayIds]);
  const queues = new Map<number, number>();
  const add = (gatewayId: number, pdus: number) => queues.set(gatewayId, (queues.get(gatewayId) ?? 0) + pdus);
  for (const waiting of await countWaitingLoads(tx, [...gatewayIds], now))
    add(waiting.gatewayId, waiting.messages * pdusOf(waiting));
  const others = await listRunsInProgress(
    tx,
    starting.map(({ id }) => id),
  );
  const offices = await findSendingOffices(tx, [...new Set(others.flatMap(({ officeIds }) => officeIds))]);
  for (const run of others) for (const [id, { pdus }] of loadsOf(run, offices)) add(id, pdus);
  return queues;
}
