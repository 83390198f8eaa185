/**
 * Forms of text. A part is a field when the browser sent a string and a file named "blob" when it sent a Blob: both are
 * read; other files are passed over (forms with files: `upload-form.ts`).
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT, decodeText, refuseOtherEncoding } from './bodies.ts';

/** Text has the limit of JSON bodies. Ten files are taken at most; of more than a hundred nobody is told which. */
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

/** The text of the wanted fields; of a name that comes twice, the first. */
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

/** A field that says it is JSON comes parsed. */
export function textOfField(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
