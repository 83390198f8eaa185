/** What PostgreSQL would do for statements that have run: tests of plans ask functions that send several. */
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import type { Database } from '../core/connection.ts';

export interface ToldPlans {
  /** The database that notes what is asked. */
  readonly db: Database;
  /** The lines of the plans of all statements since the last call. @param options of `explain` */
  take(options?: string): Promise<string[]>;
}

export function tellPlans(db: Database): ToldPlans {
  const asked: RootOperationNode[] = [];
  return {
    db: db.withPlugin({
      transformQuery({ node }) {
        asked.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    async take(options = '') {
      const lines: string[] = [];
      for (const node of asked.splice(0)) {
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
