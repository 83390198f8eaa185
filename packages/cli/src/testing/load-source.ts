/**
 * A load generator in its own thread on raw sockets, since it shares the machine with the program. Either each connection sends
 * its next request after an answer (closed loop), or requests are sent at a fixed rate (open loop).
 */
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** One kind of request. `weight`: its relative frequency. */
export interface LoadRequest {
  readonly name: string;
  readonly weight: number;
  /** The raw request, one for each caller. */
  readonly bytes: readonly string[];
  readonly expected: number;
}

export interface LoadTarget {
  readonly host: string;
  readonly port: number;
  /** The callers' addresses, round-robin: a single one gets only a quarter of the connections. */
  readonly from: readonly string[];
  readonly requests: readonly LoadRequest[];
}

/** `perSecond` null: closed loop. */
export interface LoadOrder {
  readonly connections: number;
  readonly perSecond: number | null;
  readonly ms: number;
  /** Continues until this many have succeeded; default: 0. */
  readonly least?: number;
}

/** The results. Rates are per second. */
export interface LoadTally {
  readonly offered: number;
  readonly good: number;
  readonly goodOf: Readonly<Record<string, number>>;
  /** 429 or 503 with Retry-After. */
  readonly refused: number;
  /** All other results by kind; none are expected. */
  readonly strange: Readonly<Record<string, number>>;
  /** Latency of successful answers, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const target = workerData as LoadTarget;
let opened = 0;
const TICK_MS = 2;
/** Timeout of requests in flight at the end. Milliseconds. */
const LAST_WAIT_MS = 10_000;

interface Connection {
  ask(request: LoadRequest, bytes: string): void;
  end(): void;
}

async function load({ connections, perSecond, ms, least = 0 }: LoadOrder): Promise<LoadTally> {
  const times: number[] = [];
  const goodOf: Record<string, number> = {};
  const strange: Record<string, number> = {};
  const idle: Connection[] = [];
  const all: Connection[] = [];
  let offered = 0;
  let refused = 0;
  let inFlight = 0;
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= ms && times.length >= least;

  function ask(connection: Connection): void {
    const request = pick(offered);
    offered += 1;
    inFlight += 1;
    connection.ask(request, request.bytes[offered % request.bytes.length] as string);
  }

  function onAnswer(connection: Connection, request: LoadRequest, head: string, took: number): void {
    inFlight -= 1;
    const status = Number(head.slice(9, 12));
    if (status === request.expected) {
      times.push(took);
      goodOf[request.name] = (goodOf[request.name] ?? 0) + 1;
    } else if ((status === 429 || status === 503) && /\r\nretry-after: \d/iu.test(head)) refused += 1;
    else note(`${request.name} answered ${status}`);
    if (perSecond === null && !isOver()) ask(connection);
    else idle.push(connection);
  }

  function note(what: string): void {
    strange[what] = (strange[what] ?? 0) + 1;
  }

  function open(): Connection {
    const connection = openConnection(onAnswer, (whatBroke) => {
      inFlight -= 1;
      note(whatBroke);
    });
    all.push(connection);
    return connection;
  }

  if (perSecond === null) for (let n = 0; n < connections; n += 1) ask(open());
  while (!isOver()) {
    await pause(TICK_MS);
    if (perSecond === null) continue;
    const due = ((performance.now() - startedAt) / 1_000) * perSecond;
    while (offered < due) {
      // Round-robin, so that none idles until the server closes it.
      const connection = idle.shift() ?? (all.length < connections ? open() : undefined);
      // All connections wait for answers.
      if (connection === undefined) break;
      ask(connection);
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const good = times.length;
  for (let waited = 0; inFlight > 0 && waited < LAST_WAIT_MS; waited += 10) await pause(10);
  if (inFlight > 0) strange['never answered'] = inFlight;
  for (const connection of all) connection.end();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return {
    offered: offered / seconds,
    good: good / seconds,
    goodOf,
    refused: refused / seconds,
    strange,
    p50: at(0.5),
    p99: at(0.99),
  };
}

const order = target.requests.flatMap((request) => Array<LoadRequest>(request.weight).fill(request));

/** Mixed, in the same order each time. */
function pick(nth: number): LoadRequest {
  return order[(nth * 7) % order.length] as LoadRequest;
}

function openConnection(
  onAnswer: (connection: Connection, request: LoadRequest, head: string, took: number) => void,
  onBroken: (what: string) => void,
): Connection {
  let asked: { request: LoadRequest; bytes: string; at: number } | undefined;
  let received = '';
  let answers = 0;
  let ended = false;
  const localAddress = target.from[opened % target.from.length] as string;
  opened += 1;
  let socket = dial();

  function dial(): Socket {
    const dialled = connect({ host: target.host, port: target.port, localAddress, noDelay: true });
    dialled.setEncoding('latin1');
    dialled.on('data', (text) => {
      received += String(text);
      const head = wholeHead(received);
      if (head === null || asked === undefined) return;
      answers += 1;
      const { request, at } = asked;
      asked = undefined;
      received = '';
      onAnswer(connection, request, head, performance.now() - at);
    });
    let how = 'was closed by the server';
    dialled.on('error', (error: NodeJS.ErrnoException) => (how = `failed with ${error.code}`));
    dialled.on('close', () => {
      if (ended) return;
      const was = asked;
      asked = undefined;
      received = '';
      socket = dial();
      if (was === undefined) return;
      const seconds = Math.round((performance.now() - was.at) / 1_000);
      onBroken(`a connection ${how} ${seconds} s after ${answers} answers and a request`);
    });
    return dialled;
  }

  const connection: Connection = {
    ask(request, bytes) {
      asked = { request, bytes, at: performance.now() };
      socket.write(bytes, 'latin1');
    },
    end() {
      ended = true;
      socket.destroy();
    },
  };
  return connection;
}

/** The headers of a complete answer; null while it is incomplete. */
function wholeHead(received: string): string | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.slice(0, end + 2);
  const length = /\r\ncontent-length: (\d+)/iu.exec(head)?.[1];
  const isWhole =
    length === undefined ? received.endsWith('\r\n0\r\n\r\n') : received.length >= end + 4 + Number(length);
  return isWhole ? head : null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

parentPort?.on('message', (given: LoadOrder) => {
  void load(given).then((tally) => parentPort?.postMessage(tally));
});
