/** Serves the built console: its files, and its page for every path of the console's router. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerDeps } from '../../deps.ts';
import { ProblemError, sendProblem, unknownRoute } from '../../http/problem.ts';
import { pagePolicy } from '../../http/security-headers.ts';

/** The placeholder for the nonce in index.html. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** And for the setting SIGNUP, which the sign-up screen needs before anyone has logged in. */
const SIGNUP_PLACEHOLDER = '__SIGNUP__';
/** And for the name of single sign-on, empty without it, and for whether there are no passwords: the login page needs both. */
const SIGN_ON_PLACEHOLDER = '__SIGN_ON__';
const SIGN_ON_ONLY_PLACEHOLDER = '__SIGN_ON_ONLY__';
/** And for whether this is the demo, which has no first steps. */
const DEMO_PLACEHOLDER = '__DEMO__';

export async function serveConsole(
  app: FastifyInstance,
  options: Pick<ServerDeps, 'webRoot' | 'publicUrl' | 'signup' | 'signOn' | 'demo'>,
): Promise<void> {
  const { webRoot, publicUrl, signup, signOn, demo } = options;
  const page =
    webRoot === null
      ? null
      : (await readFile(join(webRoot, 'index.html'), 'utf8'))
          .replaceAll(SIGNUP_PLACEHOLDER, signup)
          .replaceAll(SIGN_ON_PLACEHOLDER, () => escapeAttribute(signOn?.name ?? ''))
          .replaceAll(SIGN_ON_ONLY_PLACEHOLDER, signOn?.isOnly === true ? '1' : '0')
          .replaceAll(DEMO_PLACEHOLDER, demo ? '1' : '0');

  function sendPage(reply: FastifyReply, html: string): FastifyReply {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce, publicUrl))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(NONCE_PLACEHOLDER, nonce));
  }

  if (webRoot !== null && page !== null) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      // One route for each existing file; everything else goes to the handler below.
      wildcard: false,
      globIgnore: ['index.html'],
      preCompressed: true,
      cacheControl: false,
      // The names of files under assets/ contain a hash of their content.
      setHeaders: (response, path) =>
        response.header(
          'cache-control',
          path.startsWith(join(webRoot, 'assets'))
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
        ),
    });
    app.get('/index.html', (_request, reply) => sendPage(reply, page));
  }

  app.setNotFoundHandler((request, reply) => {
    if (page !== null && wantsPage(request)) return sendPage(reply, page);
    if (page !== null || !wantsPage(request)) return sendProblem(request, reply, unknownRoute(request));
    const detail = 'This process serves the API only: the console is not built.';
    return sendProblem(request, reply, new ProblemError('route.unknown', detail));
  });
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/')) return false;
  return extname(path) === '' && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}
