/** The headers of a request, as inboxes take them. */
import type { FastifyRequest } from 'fastify';

/** Headers by lower-case name; repeated ones joined by commas. */
export function singleHeaders({ headers }: FastifyRequest): Record<string, string | undefined> {
  const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, single(value)]));
}
