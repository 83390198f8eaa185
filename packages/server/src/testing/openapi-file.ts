/** The committed copy of the OpenAPI document. */
import { createApiDocument } from '../openapi/document.ts';

export const OPENAPI_FILE = new URL('../../../../docs/openapi.json', import.meta.url);

/** The command that updates it. */
export const OPENAPI_COMMAND = 'npm run openapi -w packages/server';

export function openapiText(): string {
  return `${JSON.stringify(createApiDocument(), null, 2)}\n`;
}
