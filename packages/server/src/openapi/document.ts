/**
 * Generates the OpenAPI 3.1 document from the contract's calls and the schemas that validate them, so that it matches
 * what the server does (CALL-23).
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

const DESCRIPTION = `Textprobe sends test messages from offices to test phones and reports what really arrived.

A program sends a token: \`Authorization: Bearer TOKEN\`. A browser logs in to get a session cookie; every call that changes
something then also needs a CSRF token. Timestamps in responses are ISO 8601 with the Los Angeles offset and milliseconds; requests accept that, and \`yyyy-MM-dd HH:mm:ss.SSS\` as Los Angeles
local time. Calls with a session or a token reject unknown keys in the query (400) and in the body (422), and suggest the key that was
probably meant. Errors are problems (RFC 9457) with a stable code, a message for people and the request ID to look up in
the log; invalid fields are listed one by one. Responses may gain fields.`;

/** Takes some 25 ms. */
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

/** Converts `/api/media/:id` to `/api/media/{id}`; drops a parameter's pattern. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)(?:\([^)]*\))?/g, '{$1}');
}
