/**
 * Kill hooks around a worker's database, gateways and sockets, so that the product needs no hooks of its own.
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Gateway } from '@textprobe/gateways/gateway-port';
import type { KillPoint, KillSwitch } from './kill-points.ts';

type Executor = ReturnType<Database['getExecutor']>;
type Query = Parameters<Executor['executeQuery']>[0];
type Answer = Awaited<ReturnType<Executor['executeQuery']>>;

/** What a transaction records when it contains such a statement. */
const RECORDS = [
  [/insert into submission_parts/, 'answer'],
  [/insert into raw_receipts/, 'receipt'],
  [/insert into receptions/, 'reception'],
] as const;
const RECEPTION = /insert into receptions/;
const CLAIM = /insert into claims .*lease_until.*from picked/s;
/** A statement in flight is killed before it is sent, while the server executes it, or just after. */
const STATEMENT_TAKES_MS = 4;
/** How many octets a partly written PDU lacks. */
const MISSING_OCTETS = 10;
/** How long a worker that writes first delays the commit of its claim. */
const COMMIT_DELAY_MS = 60;

export function watchDatabase(
  db: Database,
  killSwitch: KillSwitch,
  options: { writesFirst: boolean },
): Database {
  async function claim(query: Query): Promise<Answer> {
    const claiming = options.writesFirst
      ? claimWithLateCommit(db, query)
      : db.getExecutor().executeQuery(query);
    if (killSwitch.isDue('claim')) {
      await sleep(Math.random() * STATEMENT_TAKES_MS);
      killSwitch.kill();
    }
    const answer = await claiming;
    if (answer.rows.length > 0) killIfDue(killSwitch, 'intent');
    return answer;
  }

  /** Receives ordinary reports, in a statement that is its own transaction. */
  async function receive(query: Query): Promise<Answer> {
    const receiving = db.getExecutor().executeQuery(query);
    if (killSwitch.isDue('reception recorded')) {
      await sleep(Math.random() * STATEMENT_TAKES_MS);
      killSwitch.kill();
    }
    const answer = await receiving;
    killIfDue(killSwitch, 'reception committed');
    return answer;
  }

  const executor = withQueries(db.getExecutor(), (query) => {
    if (CLAIM.test(query.sql)) return claim(query);
    return RECEPTION.test(query.sql) ? receive(query) : db.getExecutor().executeQuery(query);
  });
  async function execute<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const recorded = new Set<'answer' | 'receipt' | 'reception'>();
    const result = await db.transaction().execute(async (tx) => {
      const done = await work(watchTransaction(tx, recorded));
      for (const what of recorded) killIfDue(killSwitch, `${what} recorded`);
      return done;
    });
    for (const what of recorded) killIfDue(killSwitch, `${what} committed`);
    return result;
  }

  return withOverrides(db, { getExecutor: () => executor, transaction: () => ({ execute }) });
}

/** Violates promise 3: returns the rows at once, and commits only after the carrier has received the message. */
async function claimWithLateCommit(db: Database, query: Query): Promise<Answer> {
  const tx = await db.startTransaction().execute();
  const answer = await tx.getExecutor().executeQuery(query);
  void sleep(answer.rows.length > 0 ? COMMIT_DELAY_MS : 0).then(() => tx.commit().execute());
  return answer;
}

function watchTransaction(tx: Transaction, recorded: Set<'answer' | 'receipt' | 'reception'>): Transaction {
  const executor = withQueries(tx.getExecutor(), (query) => {
    for (const [says, what] of RECORDS) if (says.test(query.sql)) recorded.add(what);
    return tx.getExecutor().executeQuery(query);
  });
  return withOverrides(tx, { getExecutor: () => executor });
}

export function watchGateway(gateway: Gateway, killSwitch: KillSwitch): Gateway {
  return {
    ...gateway,
    submitBatch(messages, onOutcome) {
      gateway.submitBatch(messages, (message, outcome) => {
        if (outcome.kind !== 'deferred') killIfDue(killSwitch, 'answered');
        onOutcome(message, outcome);
      });
    },
  };
}

/** From now on the process may be killed while it writes to a carrier on one of the ports. */
export function watchWrites(ports: ReadonlySet<number>, killSwitch: KillSwitch): void {
  const { write } = Socket.prototype;
  Socket.prototype.write = function hookedWrite(this: Socket, ...args: Parameters<typeof write>): boolean {
    const [chunk] = args as unknown[];
    const end = ports.has(this.remotePort ?? 0) && Buffer.isBuffer(chunk) ? endOfSubmitSm(chunk) : null;
    if (end === null) return write.apply(this, args);
    if (killSwitch.isDue('partly written')) {
      write.call(this, (chunk as Buffer).subarray(0, end - MISSING_OCTETS));
      killSwitch.kill();
    }
    const isFree = write.apply(this, args);
    killIfDue(killSwitch, 'written');
    return isFree;
  } as typeof write;
}

/**
 * The end of the first submit_sm in a write, in octets; null if there is none. The gateway writes whole PDUs, one or several,
 * each starting with command_length and command_id (SMPP 3.4 section 3.2); submit_sm is 4 (5.1.2.1).
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

function killIfDue(killSwitch: KillSwitch, point: KillPoint): void {
  if (killSwitch.isDue(point)) killSwitch.kill();
}

function withQueries(executor: Executor, executeQuery: (query: Query) => Promise<Answer>): Executor {
  return withOverrides(executor, { executeQuery });
}

/** The same object with some methods replaced. */
function withOverrides<T extends object>(object: T, overrides: object): T {
  return new Proxy(object, {
    get(target, key) {
      if (Object.hasOwn(overrides, key)) return Reflect.get(overrides, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
