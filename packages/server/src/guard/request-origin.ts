/**
 * Refuses what a page of another site sends in the name of a visitor (GUARD-5): the browser says where it comes from, and
 * a CSRF token that leaked does not make up for it. Programs say neither and are let in.
 */
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problem.ts';

/** @throws ProblemError origin.foreign where `Origin` or `Sec-Fetch-Site` names another origin */
export function refuseForeignOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  publicUrl: string | null,
): void {
  const site = headers['sec-fetch-site'];
  const isForeign =
    (site !== undefined && site !== 'same-origin') ||
    (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl));
  if (isForeign) throw new ProblemError('origin.foreign', 'Send this from the console itself.');
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: originHost, origin: canonical } = new URL(origin);
  const own = publicUrl === null ? null : new URL(publicUrl);
  // Of the public host the scheme counts too: a page that came over plain http may be anybody's.
  if (own !== null && originHost === own.host) return canonical === own.origin;
  return originHost === host;
}
