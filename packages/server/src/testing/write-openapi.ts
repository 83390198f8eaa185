/** Writes the committed copy of the description of the interface: `npm run openapi -w packages/server`. */
import { writeFile } from 'node:fs/promises';
import { OPENAPI_FILE, openapiText } from './openapi-file.ts';

await writeFile(OPENAPI_FILE, openapiText());
