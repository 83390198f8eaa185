/**
 * What a request says it is, read from its headers alone: a name for the credential, by which it is known again once it has
 * proven valid. Nothing of it has been checked.
 */
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The credential of a session, by the hash that names it (`ConsoleSession.key`). */
export function sessionCredential(key: string): string {
  return `session:${key}`;
}

/** @returns what reads the credential of a request of a network; null where it bears none */
export function createCredentialReader(
  sessionCookie: string,
): (request: FastifyRequest, network: string) => string | null {
  const secretIn = new RegExp(`(?:^|; ?)${sessionCookie}=([\\w-]{43})(?:;|$)`);

  return ({ headers, routeOptions, url }, network) => {
    const { access, report } = routeOptions.config;
    // A source signs each report anew. Its address alone proves nothing: from elsewhere it is a stranger's until it is proven.
    if (report === true && access === 'public') return `source:${url.split('?', 1)[0]}@${network}`;
    if (access === 'handset' && headers.authorization !== undefined)
      return `key:${hash('sha256', headers.authorization, 'hex')}`;
    const secret = secretIn.exec(headers.cookie ?? '')?.[1];
    return secret === undefined ? null : sessionCredential(hash('sha256', secret, 'hex'));
  };
}
