/** Explains statements that have run, for tests of plans of functions that send several. */
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import type { Database } from '../core/connection.ts';

export interface RecordedPlans {
  /** The database that records the statements. */
  readonly db: Database;
  /** The plan lines of all statements since the last call. @param options of `explain` */
  take(options?: string): Promise<string[]>;
}

export function recordPlans(db: Database): RecordedPlans {
  const recorded: RootOperationNode[] = [];
  return {
    db: db.withPlugin({
      transformQuery({ node }) {
        recorded.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    async take(options = '') {
      const lines: string[] = [];
      for (const node of recorded.splice(0)) {
        const { sql, parameters } = db.getExecutor().compileQuery(node, createQueryId());
        const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
          CompiledQuery.raw(`explain ${options} ${sql}`, [...parameters]),
        );
        lines.push(...rows.map((row) => row['QUERY PLAN']));
      }
      return lines;
    },
  };
}
