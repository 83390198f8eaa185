/** Writes what is made from the description of the interface: `npm run openapi -w packages/server`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeOpenapiFiles } from './openapi-files.ts';

for (const { path, text } of await makeOpenapiFiles()) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
