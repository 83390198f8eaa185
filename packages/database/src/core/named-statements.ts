/**
 * Prepared statements. Statements that write a batch run thousands of times an hour with the same text: named,
 * PostgreSQL parses and plans them once per connection. All others are planned for their parameters each time, because
 * a plan cached from when a table was small scans all of it for each of 500 messages once it has grown.
 */
import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

/** Marks a statement to prepare: `` sql`${PREPARED} update …` ``; everything that varies must be a parameter. */
export const PREPARED = sql.raw(MARK);

/** Limit per connection: a text that varies after all must not fill the server's memory. */
const MAX_NAMES = 200;
const names = new Map<string, string>();

/**
 * @returns a connection class that names statements
 * @param which `marked`: those that begin with {@link PREPARED}
 */
export function nameStatements(Client: typeof pg.Client, which: 'marked' | 'all'): typeof pg.Client {
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      this.query = ((...args: unknown[]) => {
        const [text, values] = args;
        const isMarked =
          typeof text === 'string' && (which === 'all' ? values !== undefined : text.startsWith(MARK));
        const name = isMarked ? nameOf(text) : undefined;
        return name === undefined ? query(...args) : query({ name, text, values });
      }) as typeof this.query;
    }
  };
}

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) names.set(text, (name = `prepared ${names.size + 1}`));
  return name;
}
