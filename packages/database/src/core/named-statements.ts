/**
 * Statements that a connection keeps. Those that add what a batch of messages brings come thousands of times an hour in the
 * same words: with a name, PostgreSQL reads and plans them once a connection. All others are planned anew for what they are
 * asked: a plan that was kept from when a table was small reads all of it for each of 500 messages once it has grown.
 */
import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* kept */';

/** Begins a statement that is to be kept: `` sql`${KEPT} update …` ``, in which all that varies is a parameter. */
export const KEPT = sql.raw(MARK);

/** A connection keeps no more than these: a text that varies after all must not fill the server's memory. */
const MOST = 200;
const names = new Map<string, string>();

/**
 * @returns the same class of connections, which give a name to statements
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
