/** Writes `src/schema/generated/schema-types.ts` from a freshly migrated database: `npm run db:codegen -w packages/database`. */
import { writeFile } from 'node:fs/promises';
import { generateSchemaTypes, schemaTypesFile } from './schema-types.ts';
import { startTestCluster } from './test-cluster.ts';

const cluster = await startTestCluster();
try {
  await writeFile(schemaTypesFile, await generateSchemaTypes(cluster.templateUrl));
} finally {
  await cluster.stop();
}
