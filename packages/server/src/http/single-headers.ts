/** The headers of a request, as inboxes take them. */
import type { FastifyRequest } from 'fastify';

/** Headers by lower-case name; repeated ones joined by commas. */
export function singleHeaders({ headers }: FastifyRequest): Record<string, string | undefined> {
  const single: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) {
    single[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return single;
}
