/** Safeguards that a simulation can disable, to show that it detects what they prevent. */
import type { Database } from '@textprobe/database/core/connection';
import type { KyselyPlugin } from 'kysely';

/**
 * `claim before write`: the message is written to the carrier before its claim is committed.
 * `forward only`: a direct write does not check that the message is unchanged since its claim.
 * `one run an instant`: a due instant that already had its run gets another one.
 * `lease`: claims of dead workers never end.
 */
export type Safeguard = 'claim before write' | 'forward only' | 'one run an instant' | 'lease';

/** The changes to SQL statements that disable a safeguard; `simulate.ts` skips the steps of the others. */
const CHANGED_STATEMENTS: Partial<Record<Safeguard, (fragment: string) => string>> = {
  'forward only': (fragment) =>
    fragment
      .replace(/and case when m\.submission_state = $/, 'and case when 0 <= ')
      .replace(/and m\.attempts < k\.attempt\s+and m\.receipt_state = $/, 'and 0 <= ')
      .replace(/and m\.received_at is null and not m\.deadline_passed/, ''),
  'one run an instant': (fragment) => fragment.replace('on conflict (test_id, due_at) do nothing', ''),
};

/** @returns a database whose statements lack that safeguard */
export function withoutSafeguard(db: Database, safeguard: Safeguard | undefined): Database {
  const change = safeguard && CHANGED_STATEMENTS[safeguard];
  return change === undefined ? db : db.withPlugin(rewriting(change));
}

/** Rewrites raw SQL at any nesting depth. */
function rewriting(change: (fragment: string) => string): KyselyPlugin {
  function rewrite<T>(node: T): T {
    if (Array.isArray(node)) return node.map(rewrite) as T;
    if (typeof node !== 'object' || node === null || Buffer.isBuffer(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([name, value]) => [
        name,
        name === 'sqlFragments' ? (value as string[]).map(change) : rewrite(value),
      ]),
    ) as T;
  }
  return {
    transformQuery: ({ node }) => rewrite(node),
    transformResult: async ({ result }) => result,
  };
}
