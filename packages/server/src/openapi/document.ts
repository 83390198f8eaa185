/**
 * The description of the interface, OpenAPI 3.1: made from the table of calls and the schemas that validate them, so that
 * it cannot say something else than what holds (CALL-23).
 */
import type { Call } from '@textprobe/contract/call';
import { callDocs } from '@textprobe/contract/call-docs';
import { API_CHAPTERS } from '@textprobe/contract/call-docs/call-doc';
import { type CallName, calls } from '@textprobe/contract/calls';
import { createDocument } from 'zod-openapi';
import { adjustSchema, nameSchemas, SECURITY_SCHEMES, SHARED_HEADERS } from './components.ts';
import { describeCall } from './operation.ts';
import { problemsOf, sharedResponses } from './problems.ts';

export type ApiDocument = ReturnType<typeof createDocument>;

const DESCRIPTION = `Textprobe sends test messages from offices to test phones and tells what really arrived.

Log in for a session cookie. Every call that changes something bears a CSRF token as well. Instants in answers are ISO 8601
with the offset of Los Angeles and milliseconds; requests take that, and \`yyyy-MM-dd HH:mm:ss.SSS\` as a wall time of Los
Angeles. Calls by session refuse an unknown key of a query (400) or of a body (422) and name it, with the key that was
probably meant. A refusal is a problem (RFC 9457) with a code for programs, a sentence for people, and the request id
under which the log tells more; where fields are at fault, each is named. Answers may gain fields.`;

/** The whole document; 25 ms of work. */
export function createApiDocument(): ApiDocument {
  nameSchemas();
  const all = (Object.keys(calls) as CallName[]).map((name) => ({
    name,
    call: calls[name] as Call,
    doc: callDocs[name],
  }));
  const paths: Record<string, Record<string, object>> = {};
  for (const { name, call, doc } of all) {
    const path = templateOf(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(name, call, doc) };
  }
  const responses = sharedResponses(all.map(({ call, doc }) => problemsOf(call, doc)));
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Textprobe',
        version: '1',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      tags: Object.entries(API_CHAPTERS).map(([name, description]) => ({ name, description })),
      paths,
      components: { responses, securitySchemes: SECURITY_SCHEMES, headers: SHARED_HEADERS },
    },
    { override: adjustSchema },
  );
}

/** `/api/media/:id` as the document writes it; a pattern that the part must match is left out. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)(?:\([^)]*\))?/g, '{$1}');
}
