/** Safeguards that a simulation can do without, to show that it would notice: each is there for a promise. */
import type { Database } from '@textprobe/database/core/connection';
import type { KyselyPlugin } from 'kysely';

/**
 * `claim before write`: the message is written to the carrier before its claim is committed.
 * `forward only`: a direct write does not look whether the message is still as it was claimed.
 * `one run an instant`: a due instant that has had its run gets another.
 * `lease`: claims of workers that died are never ended.
 */
export type Safeguard = 'claim before write' | 'forward only' | 'one run an instant' | 'lease';

/** The statements without a safeguard that they hold; those of the steps themselves are left out in `simulate.ts`. */
const CHANGED_STATEMENTS: Partial<Record<Safeguard, (fragment: string) => string>> = {
  'forward only': (fragment) =>
    fragment
      .replace(/and case when m\.submission_state = $/, 'and case when 0 <= ')
      .replace(/and m\.attempts < k\.attempt\s+and m\.receipt_state = $/, 'and 0 <= ')
      .replace(/and m\.received_at is null and not m\.deadline_passed/, ''),
  'one run an instant': (fragment) => fragment.replace('on conflict (test_id, due_at) do nothing', ''),
};

/** @returns the database on which statements lack that safeguard */
export function withoutSafeguard(db: Database, safeguard: Safeguard | undefined): Database {
  const change = safeguard && CHANGED_STATEMENTS[safeguard];
  return change === undefined ? db : db.withPlugin(rewriting(change));
}

/** Rewrites raw SQL, however deep it is nested in other SQL. */
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
