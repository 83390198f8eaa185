/**
 * Forms: the console sends tests as multipart with a part named `content`, which is a field when it was a string and a
 * file named "blob" when it was a Blob. Both are read; other files are passed over.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT, decodeText } from './body-parsers.ts';

/** 10 MB is what a file may have (CREATE-8); the field that holds JSON has the limit of JSON bodies. */
const LIMITS = {
  fieldSize: BODY_LIMIT,
  fields: 20,
  fileSize: 10_485_760,
  files: 20,
  parts: 40,
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
    const takes = wanted.includes(part.fieldname) && !(part.fieldname in found);
    if (part.type === 'file') {
      if (takes) found[part.fieldname] = decodeText(await part.toBuffer());
      else part.file.resume();
    } else if (takes) {
      if (part.valueTruncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
      // A field that says it is JSON comes parsed.
      found[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
    }
  }
  return found;
}
