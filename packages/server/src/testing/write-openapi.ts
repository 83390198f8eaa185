/** Writes the committed copy of the OpenAPI document: `npm run openapi -w packages/server`. */
import { writeFile } from 'node:fs/promises';
import { OPENAPI_FILE, openapiText } from './openapi-file.ts';

await writeFile(OPENAPI_FILE, openapiText());
