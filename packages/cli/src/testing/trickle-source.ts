/**
 * Sockets of one network, in their own thread: each sends the beginning of a request and then one byte per second, or nothing
 * more; closed ones may be reopened after a second. Reports once when all have been open.
 */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface TrickleOrder {
  readonly host: string;
  readonly port: number;
  /** Their address. */
  readonly from: string;
  readonly sockets: number;
  /** The beginnings of requests, round-robin. */
  readonly beginnings: readonly string[];
  /** Sent every second after that; empty for nothing. */
  readonly more: string;
  /** Whether closed ones are reopened. */
  readonly again: boolean;
}

const { host, port, from, sockets, beginnings, more, again } = workerData as TrickleOrder;
const EVERY_MS = 1_000;
/** Concurrency of opening, so that the listen backlog is not the limit. */
const DIALS = 100;
let toOpen = sockets;

/** Resolves once it is open or refused. */
function open(nth: number): Promise<void> {
  const socket = connect({ host, port, localAddress: from });
  let beat: NodeJS.Timeout | undefined;
  socket.on('error', () => undefined).on('data', () => undefined);
  socket.once('close', () => {
    clearInterval(beat);
    if (again) setTimeout(() => void open(nth), EVERY_MS);
  });
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.once('connect', () => {
      socket.write(beginnings[nth % beginnings.length] as string);
      if (more !== '') beat = setInterval(() => socket.write(more), EVERY_MS);
      resolve();
    });
  });
}

async function openAll(): Promise<void> {
  while (toOpen > 0) {
    toOpen -= 1;
    await open(toOpen);
  }
}

await Promise.all(Array.from({ length: DIALS }, openAll));
parentPort?.postMessage('each has been open');
