/**
 * The chain of the audit trail (AUDIT-2). One process at a time numbers committed rows and links each to the one before by
 * its hash, SHA-256(previous hash ‖ row as JSON): a changed or missing row breaks the chain from there on. Changes that
 * are being made never wait for it.
 */
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { Schema } from '../schema/schema.ts';

const BATCH = 1_000;

/** A linked row: its place and its hash. */
export interface ChainHead {
  /** 0: before the first row. */
  readonly seq: number;
  readonly hash: Buffer;
}

const START: ChainHead = { seq: 0, hash: Buffer.alloc(32) };

type Row = Selectable<Schema['audit_log']>;

/** Links up to a thousand rows. @returns how many; 0 while another process links */
export async function linkAuditRows(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('textprobe audit chain')) as free`.execute(tx);
    if (rows[0]?.free !== true) return 0;
    const unlinked = await tx
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (unlinked.length === 0) return 0;
    let head = await readChainHead(tx);
    const links = unlinked.map((row) => {
      head = next(head, row);
      return { id: row.id, seq: head.seq, hash: head.hash.toString('hex') };
    });
    await sql`
      update audit_log a set seq = l.seq, hash = decode(l.hash, 'hex')
      from ${rowsAsTable('l', links, {
        id: ['int8', ({ id }) => id],
        seq: ['int8', ({ seq }) => seq],
        hash: ['text', ({ hash }) => hash],
      })} where a.id = l.id`.execute(tx);
    return links.length;
  });
}

/** The newest linked row. */
export async function readChainHead(db: Database): Promise<ChainHead> {
  const row = await db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? START : { seq: row.seq as number, hash: row.hash as Buffer };
}

export interface ChainProof {
  /** Of the part that is unbroken. */
  readonly head: ChainHead;
  readonly unlinked: number;
  /** The first row that does not follow from the one before: null if there is none. */
  readonly broken: { readonly seq: number; readonly why: 'missing' | 'changed' } | null;
}

/**
 * Recomputes the whole chain from its first row.
 * @param known a head that was noted elsewhere, such as in the log: proves that no row was cut off or replaced since
 */
export async function verifyChain(db: Database, known?: ChainHead): Promise<ChainProof> {
  const unlinked = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('seq', 'is', null)
    .executeTakeFirstOrThrow();
  let head = START;
  const broken = (seq: number, why: 'missing' | 'changed'): ChainProof => ({
    head,
    unlinked: unlinked.rows,
    broken: { seq, why },
  });
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', head.seq)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const expected = next(head, row);
      if (row.seq !== expected.seq) return broken(expected.seq, 'missing');
      if (row.hash?.equals(expected.hash) !== true) return broken(expected.seq, 'changed');
      if (known?.seq === expected.seq && !known.hash.equals(expected.hash))
        return broken(expected.seq, 'changed');
      head = expected;
    }
    if (rows.length > 0) continue;
    if (known !== undefined && known.seq > head.seq) return broken(head.seq + 1, 'missing');
    return { head, unlinked: unlinked.rows, broken: null };
  }
}

function next({ seq, hash }: ChainHead, row: Row): ChainHead {
  const place = seq + 1;
  return { seq: place, hash: createHash('sha256').update(hash).update(canonical(place, row)).digest() };
}

/** Every column but the hash, in this order. Only additions at the end keep existing chains valid. */
function canonical(seq: number, row: Row): string {
  return JSON.stringify([
    seq,
    row.id,
    row.at,
    row.action,
    row.account_id,
    row.username,
    row.token_id,
    row.token_name,
    row.address,
    row.request_id,
    row.object_kind,
    row.object_id,
    row.partner_id,
    row.outcome,
    row.changes,
  ]);
}
