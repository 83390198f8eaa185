/** The committed copy of the description of the interface. */
import { createApiDocument } from '../openapi/document.ts';

export const OPENAPI_FILE = new URL('../../../../docs/openapi.json', import.meta.url);

/** What updates a copy that differs. */
export const OPENAPI_COMMAND = 'npm run openapi -w packages/server';

export function openapiText(): string {
  return `${JSON.stringify(createApiDocument(), null, 2)}\n`;
}
