/**
 * Text fields of forms. A browser sends a string as a field and a Blob as a file named "blob": both are read, other files
 * are skipped (forms with files: `upload-form.ts`).
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT, decodeText, refuseOtherEncoding } from './bodies.ts';

/** Text has the limit of JSON bodies. At most ten files are accepted; beyond a hundred the error no longer names them. */
const LIMITS = {
  fieldSize: BODY_LIMIT,
  fields: 20,
  fileSize: BODY_LIMIT,
  files: 100,
  parts: 120,
  fieldNameSize: 100,
};

export async function takeForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS });
}

/** The text of the wanted fields; the first one of a duplicate name. */
export async function readFormFields(
  request: FastifyRequest,
  wanted: readonly string[],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const part of request.parts()) {
    refuseOtherEncoding(part);
    const takes = wanted.includes(part.fieldname) && !(part.fieldname in found);
    if (part.type === 'file') {
      if (takes) found[part.fieldname] = decodeText(await part.toBuffer());
      else part.file.resume();
    } else if (takes) {
      if (part.valueTruncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
      found[part.fieldname] = textOfField(part.value);
    }
  }
  return found;
}

/** The plugin has already parsed a field declared as JSON. */
export function textOfField(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
