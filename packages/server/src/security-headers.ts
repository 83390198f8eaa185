/** Headers that every answer bears, and the content security policies of pages and calls (design section 5). */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isHttps } from './cookies.ts';

const YEAR_SECONDS = 31_536_000;

export async function sendSecurityHeaders(app: FastifyInstance, publicUrl: string | null): Promise<void> {
  const https = isHttps(publicUrl);
  // On plain http from another machine browsers ignore these two and complain on the console.
  const trustworthy = https || publicUrl === null;
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: trustworthy ? { policy: 'same-origin' } : false,
    originAgentCluster: trustworthy,
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    done();
  });
}

/** For a page of the console, which bears the nonce. */
export function pagePolicy(nonce: string, publicUrl: string | null): string {
  const directives = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (isHttps(publicUrl)) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}
