/**
 * The worker: all duties of the dispatch engine put together. Any number of processes may run one over the same
 * database, each may be killed at any time, and the others go on with what it leaves.
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
  /** The same by connections that go by keys alone, for claims; `db` unless given. */
  readonly indexOnlyPool?: Database;
  readonly codes: MessageCodes;
  /** By their id in the table `gateways`. Started and stopped by the engine. */
  readonly gateways: ReadonlyMap<number, Gateway>;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells this process from any other, and from its own earlier lives. */
  readonly workerId: string;
  /** How long a message of a scheduled run may be silent before it counts as lost, in milliseconds. */
  readonly deadlineMs: number;
  /** How long a message may wait to be submitted at least, in milliseconds; an hour unless told. */
  readonly sendExpiryMs?: number;
  /**
   * After so many milliseconds without an outcome a claim over a gateway counts as left by a worker that is gone; 30,000
   * unless told. It must be well above the gateway's response timeout and the difference between processes' clocks.
   */
  readonly leaseMs?: number | ((gatewayId: number) => number);
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds; 15 minutes unless told. */
  readonly offlineAfterMs?: number;
  readonly metrics?: EngineMetrics;
  /** How carriers fetch the files of an MMS; without it one that has files is rejected. */
  readonly linkMedia?: LinkMedia;
  /** How long a silent leader keeps its lease before another worker takes over, in milliseconds; 5,000 unless given. */
  readonly leaderLeaseMs?: number;
  /**
   * Has `onNotice` called whenever a process notifies one of `ENGINE_CHANNELS`, with its name and the payload, and without them after
   * a gap. Without it runs, messages made elsewhere, tests made elsewhere that are due at once, and a leader that has
   * stopped, are found by polling, within a second.
   */
  readonly listenForWaiting?: (
    onNotice: (channel?: string, payload?: string) => void,
  ) => Promise<{ close(): Promise<void> }>;
}

/** How the engine stands: for health probes and metrics. */
export interface EngineState {
  readonly state: 'new' | 'running' | 'stopped';
  readonly gateways: readonly GatewayState[];
}

export interface Engine {
  /** Resolves when it works: runs are begun and the gateways begin to connect. */
  start(): Promise<void>;
  /**
   * Has it work over this gateway from now on; one of the same id before it takes nothing new, lets what is under way
   * end for up to `withinMs` and gives back what was not written. Null: there is none of that id any more.
   */
  replaceGateway(gatewayId: number, gateway: Gateway | null, withinMs: number): Promise<void>;
  /** Takes nothing new, lets what is under way end for up to `withinMs`, gives back what was not written. Idempotent. */
  stop(withinMs: number): Promise<void>;
  state(): EngineState;
}

/** What an engine listens to. */
export const ENGINE_CHANNELS: readonly string[] = [
  WAITING_CHANNEL,
  RUNS_CHANNEL,
  DUE_CHANNEL,
  LEADER_CHANNEL,
];

const LEASE_MS = 30_000;
/** Between two notifications of other processes: they look by themselves once a second. */
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
  const workers = createGatewayWorkers(options.gateways, (gatewayId, gateway) =>
    createGatewayWorker({
      ...options,
      ...deps,
      gatewayId,
      gateway,
      leaseMs: () => (typeof leaseMs === 'number' ? leaseMs : leaseMs(gatewayId)),
      sendLag,
    }),
  );
  const others = createCoalescer<number>({
    ...deps,
    name: 'waking the other processes',
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
    createLinkStatePublisher({ ...deps, workerId: options.workerId, states: () => workers.states() }),
    // From here on the leader's alone, claims of the dead first: workers that die soon after their start get to no more.
    createLeaseSweep(led),
    createOrphanedRunSweep({ ...led, expander }),
    createDeadlineSweep({ ...options, ...led }),
    createUnmatchedSweep(led),
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
    // The gateways before the other duties: what they have in hand ends while those still work.
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
      // The election comes first: in a crash loop, a worker may die soon after it begins to send.
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
