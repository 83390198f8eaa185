/**
 * The doors of a worker with somebody standing at them who kills it there: its database, its gateways, its sockets. The
 * product knows nothing of it.
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Gateway } from '@textprobe/gateways/gateway-port';
import type { Fate, KillPoint } from './kill-points.ts';

type Executor = ReturnType<Database['getExecutor']>;
type Query = Parameters<Executor['executeQuery']>[0];
type Answer = Awaited<ReturnType<Executor['executeQuery']>>;

/** What is noted by a transaction that says this. */
const NOTES = [
  [/insert into submission_parts/, 'answer'],
  [/insert into raw_receipts/, 'receipt'],
  [/insert into receptions/, 'reception'],
] as const;
const RECEPTION = /insert into receptions/;
const CLAIM = /insert into claims .*lease_until.*from picked/s;
/** One that is under way is killed before it is sent, while the server works on it, or just after. */
const STATEMENT_TAKES_MS = 4;
/** What a PDU that is half written lacks, in octets. */
const HALF_OFF = 10;
/** How long a worker that writes first keeps its claim to itself. */
const HELD_BACK_MS = 60;

export function watchDatabase(db: Database, fate: Fate, options: { writesFirst: boolean }): Database {
  async function claim(query: Query): Promise<Answer> {
    const claiming = options.writesFirst ? claimHeldBack(db, query) : db.getExecutor().executeQuery(query);
    if (fate.hasCome('claim')) {
      await sleep(Math.random() * STATEMENT_TAKES_MS);
      fate.die();
    }
    const answer = await claiming;
    if (answer.rows.length > 0) comeBy(fate, 'intent');
    return answer;
  }

  /** Of reports that are all usual, in a statement that is its own transaction. */
  async function receive(query: Query): Promise<Answer> {
    const receiving = db.getExecutor().executeQuery(query);
    if (fate.hasCome('reception noted')) {
      await sleep(Math.random() * STATEMENT_TAKES_MS);
      fate.die();
    }
    const answer = await receiving;
    comeBy(fate, 'reception committed');
    return answer;
  }

  const executor = withQueries(db.getExecutor(), (query) => {
    if (CLAIM.test(query.sql)) return claim(query);
    return RECEPTION.test(query.sql) ? receive(query) : db.getExecutor().executeQuery(query);
  });
  async function execute<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const noted = new Set<'answer' | 'receipt' | 'reception'>();
    const result = await db.transaction().execute(async (tx) => {
      const done = await work(watchTransaction(tx, noted));
      for (const what of noted) comeBy(fate, `${what} noted`);
      return done;
    });
    for (const what of noted) comeBy(fate, `${what} committed`);
    return result;
  }

  return withOthers(db, { getExecutor: () => executor, transaction: () => ({ execute }) });
}

/** Against promise 3: the rows are handed out at once, and committed when the carrier has long had the message. */
async function claimHeldBack(db: Database, query: Query): Promise<Answer> {
  const tx = await db.startTransaction().execute();
  const answer = await tx.getExecutor().executeQuery(query);
  void sleep(answer.rows.length > 0 ? HELD_BACK_MS : 0).then(() => tx.commit().execute());
  return answer;
}

function watchTransaction(tx: Transaction, noted: Set<'answer' | 'receipt' | 'reception'>): Transaction {
  const executor = withQueries(tx.getExecutor(), (query) => {
    for (const [says, what] of NOTES) if (says.test(query.sql)) noted.add(what);
    return tx.getExecutor().executeQuery(query);
  });
  return withOthers(tx, { getExecutor: () => executor });
}

export function watchGateway(gateway: Gateway, fate: Fate): Gateway {
  return {
    ...gateway,
    submitBatch(messages, onOutcome) {
      gateway.submitBatch(messages, (message, outcome) => {
        if (outcome.kind !== 'deferred') comeBy(fate, 'answered');
        onOutcome(message, outcome);
      });
    },
  };
}

/** From now on this process may die as it writes to a carrier that listens on one of the ports. */
export function watchWrites(ports: ReadonlySet<number>, fate: Fate): void {
  const { write } = Socket.prototype;
  Socket.prototype.write = function watchedWrite(this: Socket, ...args: Parameters<typeof write>): boolean {
    const [chunk] = args as unknown[];
    const end = ports.has(this.remotePort ?? 0) && Buffer.isBuffer(chunk) ? endOfSubmitSm(chunk) : null;
    if (end === null) return write.apply(this, args);
    if (fate.hasCome('half written')) {
      write.call(this, (chunk as Buffer).subarray(0, end - HALF_OFF));
      fate.die();
    }
    const isFree = write.apply(this, args);
    comeBy(fate, 'written');
    return isFree;
  } as typeof write;
}

/**
 * Where the first submit_sm of a write ends, in octets; null if it holds none. The gateway writes whole PDUs, one or
 * several: command_length and command_id lead each of them (SMPP 3.4 section 3.2), and submit_sm is 4 (5.1.2.1).
 */
function endOfSubmitSm(chunk: Buffer): number | null {
  for (let start = 0; start + 16 <= chunk.length; ) {
    const end = start + chunk.readUInt32BE(start);
    if (end > chunk.length || end <= start) return null;
    if (chunk.readUInt32BE(start + 4) === 4) return end;
    start = end;
  }
  return null;
}

function comeBy(fate: Fate, point: KillPoint): void {
  if (fate.hasCome(point)) fate.die();
}

function withQueries(executor: Executor, executeQuery: (query: Query) => Promise<Answer>): Executor {
  return withOthers(executor, { executeQuery });
}

/** The same object with some of its methods replaced. */
function withOthers<T extends object>(object: T, others: object): T {
  return new Proxy(object, {
    get(target, key) {
      if (Object.hasOwn(others, key)) return Reflect.get(others, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
