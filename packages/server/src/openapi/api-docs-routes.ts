/**
 * The description of the interface and a page to browse it (CALL-23). Both are open to everybody: they tell what is asked
 * and answered, and reveal no data.
 */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { calls } from '@textprobe/contract/calls';
import type { FastifyInstance } from 'fastify';
import { type ApiDocument, createApiDocument } from './document.ts';

/** The page's own: it needs no inline script or style, and nothing of another host. */
const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** What the plugin must have at the start; the real document takes its place when it is asked for. */
const EMPTY = { openapi: '3.1.1', info: { title: '', version: '' }, paths: {} };

export async function apiDocsRoutes(app: FastifyInstance): Promise<void> {
  let made: ApiDocument | undefined;
  // Not at the start, which it would delay: few ask for it.
  const document = () => (made ??= createApiDocument());

  app.get(calls.apiDocument.path, { config: { access: 'public' } }, async () => document());

  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: EMPTY } });
    await scope.register(fastifySwaggerUi, {
      routePrefix: calls.apiDocs.path,
      staticCSP: PAGE_POLICY,
      transformSpecification: document,
      transformSpecificationClone: false,
      theme: { title: 'Textprobe: the interface' },
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        displayRequestDuration: true,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        tryItOutEnabled: true,
        // The types of the plugin know no more of a request than that it is one.
        requestInterceptor: addCsrfToken as never,
      },
    });
  });
}

interface BrowserRequest {
  method?: string;
  headers: Record<string, string>;
}

/** Runs in the page, which is sent its text: so that calls can be tried out by whoever is logged in. */
async function addCsrfToken(request: BrowserRequest): Promise<BrowserRequest> {
  if ((request.method ?? 'GET').toUpperCase() === 'GET') return request;
  const answer = await fetch('/api/csrf');
  request.headers['X-XSRF-TOKEN'] = await answer.text();
  return request;
}
