/**
 * Serves the built console: its files, and a page for every path of the console's router. A screen with a page of its own,
 * which preloads what it needs, gets that; all others get index.html.
 */
import { randomBytes } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerDeps } from '../../deps.ts';
import { ProblemError, sendProblem, unknownRoute } from '../../http/problem.ts';
import { pagePolicy } from '../../http/security-headers.ts';

/** The placeholder for the nonce in index.html. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** And for the setting SIGNUP, which the sign-up screen needs before anyone has logged in. */
const SIGNUP_PLACEHOLDER = '__SIGNUP__';
/** And for whether this is the demo, which has no first steps. */
const DEMO_PLACEHOLDER = '__DEMO__';
/** Compresses a page of 8 kB to 2.5 kB in 0.2 ms. Each has a nonce of its own, so the build cannot compress it. */
const PAGE_COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export async function serveConsole(
  app: FastifyInstance,
  options: Pick<ServerDeps, 'webRoot' | 'publicUrl' | 'signup' | 'demo'>,
): Promise<void> {
  const { webRoot, publicUrl, signup, demo } = options;
  const read = async (path: string) =>
    (await readFile(path, 'utf8'))
      .replaceAll(SIGNUP_PLACEHOLDER, signup)
      .replaceAll(DEMO_PLACEHOLDER, demo ? '1' : '0');
  const page = webRoot === null ? null : await read(join(webRoot, 'index.html'));
  const pages = await readPages(webRoot, read);

  function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
    const nonce = randomBytes(16).toString('base64');
    const text = html.replaceAll(NONCE_PLACEHOLDER, nonce);
    const isCompressed = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (isCompressed) reply.header('content-encoding', 'br');
    return reply
      .header('vary', 'accept-encoding')
      .header('content-security-policy', pagePolicy(nonce, publicUrl))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(isCompressed ? brotliCompressSync(text, PAGE_COMPRESSION) : text);
  }

  if (webRoot !== null && page !== null) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      // One route for each existing file; everything else goes to the handler below.
      wildcard: false,
      globIgnore: ['index.html', 'pages/**'],
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
    app.get('/index.html', (request, reply) => sendPage(request, reply, page));
  }

  app.setNotFoundHandler((request, reply) => {
    if (page !== null && wantsPage(request))
      return sendPage(request, reply, pages.get(screenOf(request.url)) ?? page);
    if (page !== null || !wantsPage(request)) return sendProblem(request, reply, unknownRoute(request));
    const detail = 'This process serves the API only: the console is not built.';
    return sendProblem(request, reply, new ProblemError('route.unknown', detail));
  });
}

/** The pages by the first segment of their path. */
async function readPages(
  webRoot: string | null,
  read: (path: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  if (webRoot === null) return pages;
  for await (const name of glob('*.html', { cwd: join(webRoot, 'pages') })) {
    pages.set(basename(name, '.html'), await read(join(webRoot, 'pages', name)));
  }
  return pages;
}

/** `/tests?page=2` belongs to the screen `tests`; the root path to the first screen. */
function screenOf(url: string): string {
  return /^\/([^/?#]*)/.exec(url)?.[1] || 'create-tests';
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/')) return false;
  return extname(path) === '' && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}
