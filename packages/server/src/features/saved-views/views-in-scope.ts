/** Which saved views an account sees: none whose filters name a partner, client or office outside of its scope (ACCT-2). */
import type { Scope } from '@textprobe/database/accounts/scope';
import type { Database } from '@textprobe/database/core/connection';
import { findMissingIds } from '@textprobe/database/directory/directory';
import { listSavedViews, type SavedViewRow } from '@textprobe/database/saved-views/saved-views';
import { fieldProblem } from '../../http/problem.ts';
import { unknownIds } from '../tests/recipients.ts';

const NAMED = [
  ['partnerId', 'partners', 'partner'],
  ['clientId', 'clients', 'client'],
  ['officeId', 'offices', 'office'],
] as const;

/** @param id only this one */
export async function listViewsInScope(
  db: Database,
  scope: Scope,
  accountId: number,
  id?: number,
): Promise<SavedViewRow[]> {
  let views = await listSavedViews(db, accountId, id);
  if (scope.partnerIds === null) return views;
  for (const [parameter, table] of NAMED) {
    const named = views.map(({ filters }) => idOf(filters, parameter));
    const ids = named.filter((one) => one !== null);
    const missing = new Set(await findMissingIds(db, scope, table, [...new Set(ids)]));
    views = views.filter((_view, index) => !missing.has(named[index] ?? 0));
  }
  return views;
}

/** @throws ProblemError body.invalid for filters that name something outside of the scope: the account would not see its own view */
export async function requireOwnFilters(db: Database, scope: Scope, filters: string): Promise<void> {
  if (scope.partnerIds === null) return;
  for (const [parameter, table, noun] of NAMED) {
    const id = idOf(filters, parameter);
    const missing = id === null ? [] : await findMissingIds(db, scope, table, [id]);
    if (missing.length > 0) throw fieldProblem('body.invalid', unknownIds('filters', noun, missing));
  }
}

function idOf(filters: string, parameter: string): number | null {
  const text = new URLSearchParams(filters).get(parameter);
  return text === null ? null : Number(text);
}
