/** What a first test needs, as far as there is any of it (DIR-4). */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { areInScope, type Scope } from '../scope/scope.ts';
import { type EntryKind, KINDS } from './entry-kinds.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface FoundSteps {
  /** The oldest that can be chosen. */
  readonly office: Named | null;
  /** The oldest that the office can send to. */
  readonly phone: (Named & { readonly evidence: EvidenceSource }) | null;
  /** A default one, or one that an office uses. */
  readonly gateway: Named | null;
  readonly hasTest: boolean;
}

export async function findFirstSteps(db: Database, scope: Scope): Promise<FoundSteps> {
  const oldest = (kind: EntryKind, isWanted = sql`true`) => {
    const { from, isOwn, isRetired } = KINDS[kind];
    return sql`from ${from} where ${isOwn(scope)} and not ${isRetired} and ${isWanted} order by e.id limit 1`;
  };
  const partnerOfOffice = sql`(select ${KINDS.offices.partnerId} ${oldest('offices')})`;
  // True for a shared phone, and without an office.
  const takesItsMessages = sql`coalesce(e.partner_id = ${partnerOfOffice}, true)`;
  const { rows } = await sql<FoundSteps>`
    select
      (select jsonb_build_object('id', e.id, 'name', e.name) ${oldest('offices')}) as office,
      (select jsonb_build_object('id', e.id, 'name', e.name, 'evidence', e.evidence) ${oldest('phones', takesItsMessages)}) as phone,
      (select jsonb_build_object('id', g.id, 'name', g.name) from gateways g
        where not g.retired and (g.is_default or exists (select from offices o where o.gateway_id = g.id))
        order by g.id limit 1) as gateway,
      exists (select from tests where ${areInScope(scope, sql`partner_ids`)}
        and not exists (select from pairing_texts p where p.test_id = tests.id)) as "hasTest"`.execute(db);
  return rows[0] as FoundSteps;
}
