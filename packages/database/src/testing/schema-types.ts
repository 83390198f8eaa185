/** Generates the checked-in schema types from a migrated database, with kysely-codegen: for the script and for its test. */
import { fileURLToPath } from 'node:url';
import { PostgresDialect as GeneratorDialect, generate } from 'kysely-codegen';

/** The checked-in file. */
export const schemaTypesFile = fileURLToPath(new URL('../schema/generated/schema-types.ts', import.meta.url));

/** The text that belongs there. Leaves out partitions and the migrator's tables. */
export async function generateSchemaTypes(url: string): Promise<string> {
  const dialect = new GeneratorDialect({ partitions: false });
  const db = await dialect.introspector.connect({ connectionString: url, dialect });
  try {
    const text = await generate({
      db,
      dialect,
      outFile: null,
      excludePattern: 'kysely_*',
      defaultSchemas: ['public'],
      typeMapping: { timestamptz: 'Instant', int8: 'number' },
    });
    // Its `customImports` needs the compiler API of TypeScript 5, so the single import is added here.
    return text.replace(
      /^import type \{ ColumnType \} from "kysely";$/m,
      (line) => `${line}\nimport type { Instant } from "../column-types.ts";`,
    );
  } finally {
    await db.destroy();
  }
}
