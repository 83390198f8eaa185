/** How a call's body may come, in the description: as JSON, as fields of a form, or as a part of one beside files. */

import type { Call } from '@textprobe/contract/call';
import type { CallDoc } from '@textprobe/contract/call-docs/call-doc';
import { z } from 'zod';

export function describeBody(call: Call, doc: CallDoc) {
  const schema = call.body ?? doc.body;
  if (schema === undefined) return {};
  const example = doc.exampleBody;
  const plain = { schema, example };
  const form = contentForm(schema, example);
  const ways = {
    json: { 'application/json': plain },
    fields: {
      'application/x-www-form-urlencoded': plain,
      'multipart/form-data': plain,
      'application/json': plain,
    },
    'fields only': { 'application/x-www-form-urlencoded': plain },
    content: { 'application/json': plain, 'multipart/form-data': form },
    'content only': { 'multipart/form-data': form },
  };
  return { requestBody: { required: true, content: ways[doc.form ?? 'json'] } };
}

function contentForm(schema: z.ZodType, example: unknown) {
  return {
    schema: z.object({
      content: schema,
      files: z
        .array(z.string().meta({ override: { format: 'binary' } }))
        .optional()
        .describe('Files, by any name.'),
    }),
    encoding: { content: { contentType: 'application/json' } },
    example: { content: example },
  };
}
