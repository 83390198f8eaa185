/** The partners, clients and offices that the filters of a saved view name (ACCT-2). */
import type { Database } from '@textprobe/database/core/connection';
import { findMissingIds, findPartnersOf } from '@textprobe/database/directory/directory';
import type { Scope } from '@textprobe/database/scope/scope';
import type { SharedContent } from '@textprobe/database/scope/sharing';
import { fieldProblem } from '../../http/problem.ts';
import { unknownIds } from '../../tests/recipients.ts';

const NAMED = [
  ['partnerId', 'partners', 'partner'],
  ['clientId', 'clients', 'client'],
  ['officeId', 'offices', 'office'],
] as const;

/** @throws ProblemError body.invalid for filters that name something outside of the scope */
export async function readContent(db: Database, scope: Scope, filters: string): Promise<SharedContent> {
  const query = new URLSearchParams(filters);
  const named = NAMED.map(([parameter, table, noun]) => {
    return { table, noun, ids: query.getAll(parameter).map(Number) };
  });
  for (const { table, noun, ids } of scope.partnerIds === null ? [] : named) {
    const missing = await findMissingIds(db, scope, table, ids);
    if (missing.length > 0) throw fieldProblem('body.invalid', unknownIds('filters', noun, missing));
  }
  const byTable = Object.fromEntries(named.map(({ table, ids }) => [table, ids]));
  const partnerIds = await findPartnersOf(db, scope, byTable);
  return { partnerIds, meansAll: partnerIds.length === 0 };
}
