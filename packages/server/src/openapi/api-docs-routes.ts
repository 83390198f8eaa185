/**
 * The OpenAPI document and a page to browse it (CALL-23). Both are public: they describe the API and reveal no data.
 */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { calls } from '@textprobe/contract/calls';
import type { FastifyInstance } from 'fastify';
import { type ApiDocument, createApiDocument } from './document.ts';

/** The page needs no inline script or style, and nothing from other hosts. */
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

/** The plugin requires a document at startup; `transformSpecification` replaces it on request. */
const EMPTY = { openapi: '3.1.1', info: { title: '', version: '' }, paths: {} };

export async function apiDocsRoutes(app: FastifyInstance): Promise<void> {
  let made: ApiDocument | undefined;
  // Created on first request, to keep the startup fast: few ask for it.
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
      theme: { title: 'Textprobe API' },
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        displayRequestDuration: true,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        tryItOutEnabled: true,
        // The plugin's types do not describe the request.
        requestInterceptor: addCsrfToken as never,
      },
    });
  });
}

interface BrowserRequest {
  method?: string;
  headers: Record<string, string>;
}

/** Serialized into the page and run there, so that a logged-in user can try out calls. */
async function addCsrfToken(request: BrowserRequest): Promise<BrowserRequest> {
  if ((request.method ?? 'GET').toUpperCase() === 'GET') return request;
  const answer = await fetch('/api/csrf');
  request.headers['X-XSRF-TOKEN'] = await answer.text();
  return request;
}
