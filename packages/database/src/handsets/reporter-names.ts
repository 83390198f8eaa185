/** Names of the handset keys and sources that reported messages (AUDIT-4). */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import type { HandsetSourceKind } from '../schema/column-types.ts';

const KEY_BYTES = 8;

/** How a reception names the key that reported it, `sourceId` the source: see `receptions.reporter`. */
export function reporterOf({
  sourceId,
  keyHash,
}: {
  readonly sourceId?: string;
  readonly keyHash?: Buffer;
}): string | null {
  return sourceId ?? keyHash?.toString('hex', 0, KEY_BYTES) ?? null;
}

export interface ReporterName {
  readonly kind: HandsetSourceKind | 'key';
  /** Of a key without a label its id. */
  readonly name: string;
}

/** By `receptions.reporter`. One query for all. */
export async function findReporterNames(
  db: Database,
  receptions: readonly { readonly reporter: string | null }[],
): Promise<Map<string, ReporterName>> {
  const reporters = [...new Set(receptions.flatMap(({ reporter }) => reporter ?? []))];
  if (reporters.length === 0) return new Map();
  const { rows } = await sql<ReporterName & { readonly reporter: string }>`
    select id as reporter, kind, name from handset_sources where id = any (${reporters}::text[])
    union all
    select encode(substring(key_hash for ${sql.lit(KEY_BYTES)}), 'hex'), 'key', coalesce(nullif(label, ''), id::text)
    from handset_keys where encode(substring(key_hash for ${sql.lit(KEY_BYTES)}), 'hex') = any (${reporters}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ reporter, kind, name }) => [reporter, { kind, name }]));
}
