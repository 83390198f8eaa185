/**
 * The worker: assembles all background tasks of the dispatch engine. Any number of processes may share one database;
 * each may be killed at any time, and the others take over its work.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { LEADER_CHANNEL } from '@textprobe/database/leaders/lease';
import { DUE_CHANNEL, notifyWaiting, RUNS_CHANNEL, WAITING_CHANNEL } from '@textprobe/database/live/channels';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Clock } from '@textprobe/domain/clock';
import type { Gateway } from '@textprobe/gateways/gateway-port';
import { createLinkStatePublisher } from './dispatch/gateway-share.ts';
import { createGatewayWorker, createGatewayWorkers, type GatewayState } from './dispatch/gateway-worker.ts';
import { createIgnoredCounter, createUnmatchedCount } from './dispatch/ignored-receipts.ts';
import { createLeaseSweep } from './dispatch/leases.ts';
import type { LinkMedia } from './dispatch/outbound.ts';
import { createSendLag } from './dispatch/send-lag.ts';
import { createCoalescer } from './kit/coalescer.ts';
import { createLeader, LEADER_LEASE_MS } from './kit/leader.ts';
import { type EngineMetrics, NO_METRICS } from './metrics.ts';
import { createUnmatchedSweep } from './receive/unmatched.ts';
import { createRunClosingSweep } from './runs/close-runs.ts';
import { createDueTests } from './runs/due-tests.ts';
import type { ExpandedChunk } from './runs/expand-run.ts';
import { createOrphanedRunSweep, createRunExpander, createRunStarter } from './runs/run-expander.ts';
import { createDeadlineSweep } from './settle/deadlines.ts';
import { createPostCommit } from './settle/post-commit.ts';
import { createPartitionKeeper } from './upkeep/partitions.ts';
import { createRollupFold } from './upkeep/rollups.ts';

export interface EngineOptions {
  readonly db: Database;
  /** Second pool, limited to index scans, for claims; `db` by default. */
  readonly indexOnlyPool?: Database;
  readonly codes: MessageCodes;
  /** By id in table `gateways`. The engine starts and stops them. */
  readonly gateways: ReadonlyMap<number, Gateway>;
  readonly clock: Clock;
  readonly log: Log;
  /** Unique to this process, and to this start of it. */
  readonly workerId: string;
  /** How long a message of a scheduled run may stay unconfirmed before it counts as lost, in milliseconds. */
  readonly deadlineMs: number;
  /** Shortest time that a message may wait to be submitted, in milliseconds; an hour by default. */
  readonly sendExpiryMs?: number;
  /**
   * Lease of a claim over a gateway, in milliseconds: without an outcome by then, its worker counts as gone. 30,000 by
   * default. Must be well above the gateway's response timeout plus the clock skew between processes.
   */
  readonly leaseMs?: number | ((gatewayId: number) => number);
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds; 15 minutes by default. */
  readonly offlineAfterMs?: number;
  readonly metrics?: EngineMetrics;
  /** How carriers fetch the files of an MMS; without it, messages with files are rejected. */
  readonly linkMedia?: LinkMedia;
  /** How long a silent leader keeps its lease before another worker takes over, in milliseconds; 5,000 by default. */
  readonly leaderLeaseMs?: number;
  /**
   * Subscribes `onNotice` to `ENGINE_CHANNELS`: called with channel and payload, or without arguments after a gap in the
   * connection. Without it, polling finds runs, messages and due tests of other processes, and a stopped leader, within
   * a second.
   */
  readonly listenForWaiting?: (
    onNotice: (channel?: string, payload?: string) => void,
  ) => Promise<{ close(): Promise<void> }>;
}

/** State of the engine, for health probes and metrics. */
export interface EngineState {
  readonly state: 'new' | 'running' | 'stopped';
  readonly gateways: readonly GatewayState[];
}

export interface Engine {
  /** Resolves once runs are started and the gateways begin to connect. */
  start(): Promise<void>;
  /**
   * Opens or replaces a gateway. The old one stops claiming, lets in-flight messages finish for up to `withinMs` and
   * gives back what was not sent. Null: removes the gateway.
   */
  replaceGateway(gatewayId: number, gateway: Gateway | null, withinMs: number): Promise<void>;
  /** Stops claiming, lets in-flight messages finish for up to `withinMs`, gives back what was not sent. Idempotent. */
  stop(withinMs: number): Promise<void>;
  state(): EngineState;
}

/** Notification channels that an engine subscribes to. */
export const ENGINE_CHANNELS: readonly string[] = [
  WAITING_CHANNEL,
  RUNS_CHANNEL,
  DUE_CHANNEL,
  LEADER_CHANNEL,
];

const LEASE_MS = 30_000;
/** Shortest pause between notifications to other processes; they poll once a second anyway. */
const NOTIFY_PAUSE_MS = 100;

export function createEngine(options: EngineOptions): Engine {
  const { db, codes, clock, log, leaseMs = LEASE_MS, metrics = NO_METRICS, listenForWaiting } = options;
  const postCommit = createPostCommit(options);
  const { linkMedia = () => null } = options;
  const deps = {
    db,
    indexOnlyPool: options.indexOnlyPool ?? db,
    codes,
    clock,
    log,
    postCommit,
    metrics,
    linkMedia,
  };
  const sendLag = createSendLag(deps);
  const leader = createLeader({
    ...deps,
    name: 'sweeps',
    holder: options.workerId,
    leaseMs: options.leaderLeaseMs ?? LEADER_LEASE_MS,
  });
  const led = { ...deps, leader };
  const ignored = createIgnoredCounter(deps);
  const workers = createGatewayWorkers(options.gateways, (gatewayId, gateway) =>
    createGatewayWorker({
      ...options,
      ...deps,
      gatewayId,
      gateway,
      leaseMs: () => (typeof leaseMs === 'number' ? leaseMs : leaseMs(gatewayId)),
      sendLag,
      ignored,
    }),
  );
  const others = createCoalescer<number>({
    ...deps,
    name: 'waking other workers',
    pauseMs: NOTIFY_PAUSE_MS,
    flush: () => notifyWaiting(db, options.workerId),
  });

  function onChunk({ testId, gatewayIds }: ExpandedChunk): void {
    workers.wake(gatewayIds);
    others.add(gatewayIds);
    postCommit.publishTests([testId]);
  }

  const { sendExpiryMs } = options;
  const expansion = { db, clock, log, metrics, onChunk, ...(sendExpiryMs !== undefined && { sendExpiryMs }) };
  const expander = createRunExpander(expansion);
  const starter = createRunStarter({ ...expansion, expander });
  const { deadlineMs } = options;
  const due = createDueTests({ ...expansion, expander, deadlineMs, onTests: postCommit.publishTests });
  const duties = [
    starter,
    due,
    expander,
    ignored,
    createLinkStatePublisher({ ...deps, workerId: options.workerId, states: () => workers.states() }),
    // Leader tasks from here on. Claims of dead workers come first: in a crash loop a worker may not get further.
    createLeaseSweep(led),
    createOrphanedRunSweep({ ...led, expander }),
    createDeadlineSweep({ ...options, ...led }),
    createUnmatchedSweep(led),
    createUnmatchedCount({ ...led, ignored }),
    createRunClosingSweep({ ...led, onClosed: postCommit.publishTests }),
    createRollupFold(led),
    createPartitionKeeper(led),
  ];
  let state: EngineState['state'] = 'new';
  let listening: { close(): Promise<void> } | undefined;
  let stopped: Promise<void> | undefined;

  function wake(channel?: string, payload?: string): void {
    const isAbout = (name: string) => channel === undefined || channel === name;
    if (isAbout(LEADER_CHANNEL)) leader.wake();
    if (isAbout(RUNS_CHANNEL)) starter.wake();
    if (isAbout(DUE_CHANNEL)) due.wake();
    if (isAbout(WAITING_CHANNEL) && payload !== options.workerId) workers.wake();
  }

  async function stop(withinMs: number): Promise<void> {
    state = 'stopped';
    void starter.stop();
    await listening?.close();
    // Gateways stop first, so that the other tasks can still process what is in flight.
    await workers.stop(withinMs);
    await Promise.all(duties.map((duty) => duty.stop()));
    await leader.stop();
    await others.stop();
    await sendLag.stop();
    await postCommit.stop();
  }

  return {
    async start() {
      if (state !== 'new') return;
      state = 'running';
      // Start the election first: in a crash loop a worker may die soon after it starts to send.
      leader.start();
      workers.start();
      for (const duty of duties) duty.start();
      listening = await listenForWaiting?.(wake);
    },
    replaceGateway: workers.replace,
    stop: (withinMs) => (stopped ??= stop(withinMs)),
    state: () => ({ state, gateways: workers.states() }),
  };
}
