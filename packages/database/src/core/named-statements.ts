/**
 * Prepared statements. Statements that write a batch run thousands of times an hour with the same text: named,
 * PostgreSQL parses and plans them once per connection. All others are planned for their parameters each time, because a
 * plan cached from when a table was small scans all of it for each of 500 messages once it has grown.
 */
import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* kept */';

/** Marks a statement to prepare: `` sql`${KEPT} update …` ``; everything that varies must be a parameter. */
export const KEPT = sql.raw(MARK);

/** Limit per connection: a text that varies after all must not fill the server's memory. */
const MOST = 200;
const names = new Map<string, string>();

/**
 * @returns a connection class that names statements
 * @param which `marked`: those that begin with {@link KEPT}
 */
export function nameStatements(Client: typeof pg.Client, which: 'marked' | 'all'): typeof pg.Client {
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((...given: unknown[]) => {
        const [text, values] = given;
        const isKept =
          typeof text === 'string' && (which === 'all' ? values !== undefined : text.startsWith(MARK));
        const name = isKept ? nameOf(text) : undefined;
        return name === undefined ? query(...given) : query({ name, text, values });
      }) as typeof this.query;
    }
  };
}

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST) names.set(text, (name = `kept ${names.size + 1}`));
  return name;
}
