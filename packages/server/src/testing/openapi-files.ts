/** The files that are made from the description of the interface and committed: its copy, and the types of a client. */
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { createApiDocument } from '../openapi/document.ts';

/** What mends a committed file that differs. */
export const OPENAPI_COMMAND = 'npm run openapi -w packages/server';

const CLIENT_HEAD = `/** Made by \`${OPENAPI_COMMAND}\` from docs/openapi.json, by openapi-typescript. */\n`;

export interface MadeFile {
  readonly path: string;
  readonly text: string;
}

export async function makeOpenapiFiles(): Promise<MadeFile[]> {
  const document = JSON.stringify(createApiDocument(), null, 2);
  const types = astToString(await openapiTypescript(document, { alphabetize: false }));
  return [
    { path: pathOf('../../../../docs/openapi.json'), text: `${document}\n` },
    { path: pathOf('./generated/api-types.ts'), text: `${CLIENT_HEAD}${types}` },
  ];
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
