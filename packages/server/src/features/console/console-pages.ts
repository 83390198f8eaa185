/**
 * Serves the built console: its files, and a page for every path that the console's own router knows. Where the build has made
 * a page for a screen, which names what the screen needs, the screen's addresses get that; all others get the one page.
 */
import { randomBytes } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError, sendProblem, unknownRoute } from '../../http/problem.ts';
import { pagePolicy } from '../../http/security-headers.ts';

/** Stands in index.html wherever the nonce belongs. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** A page of 8 kB becomes 2.5 in a fifth of a millisecond; each is another, for its nonce, and so cannot be packed by the build. */
const PAGE_PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export async function serveConsole(
  app: FastifyInstance,
  options: { webRoot: string | null; publicUrl: string | null },
): Promise<void> {
  const { webRoot, publicUrl } = options;
  const page = webRoot === null ? null : await readFile(join(webRoot, 'index.html'), 'utf8');
  const pages = await readPages(webRoot);

  function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
    const nonce = randomBytes(16).toString('base64');
    const text = html.replaceAll(NONCE_PLACEHOLDER, nonce);
    const isPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (isPacked) reply.header('content-encoding', 'br');
    return reply
      .header('vary', 'accept-encoding')
      .header('content-security-policy', pagePolicy(nonce, publicUrl))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(isPacked ? brotliCompressSync(text, PAGE_PACKING) : text);
  }

  if (webRoot !== null && page !== null) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      // One route for each file that is there; all else comes to the handler below.
      wildcard: false,
      globIgnore: ['index.html', 'pages/**'],
      preCompressed: true,
      cacheControl: false,
      // Files under assets/ bear a hash of what is in them in their names.
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
    const detail = 'The console is not built here: this process serves calls only.';
    return sendProblem(request, reply, new ProblemError('route.unknown', detail));
  });
}

/** By the first part of the addresses that they stand at. */
async function readPages(webRoot: string | null): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  if (webRoot === null) return pages;
  for await (const name of glob('*.html', { cwd: join(webRoot, 'pages') })) {
    pages.set(basename(name, '.html'), await readFile(join(webRoot, 'pages', name), 'utf8'));
  }
  return pages;
}

/** `/tests?page=2` is of the screen `tests`. Who comes to no screen is led to the first. */
function screenOf(url: string): string {
  return /^\/([^/?#]*)/.exec(url)?.[1] || 'create-tests';
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/')) return false;
  return extname(path) === '' && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}
