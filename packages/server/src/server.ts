/**
 * Assembles the HTTP server: one explicit list of what is mounted. It opens no port and no connection itself, so tests and
 * every kind of process use it alike.
 */
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { guardAccess } from './auth/access.ts';
import { createApiTokens } from './auth/api-tokens.ts';
import { createCallers } from './auth/callers.ts';
import { createDeviceCookies } from './auth/device-cookie.ts';
import { createLogin } from './auth/login.ts';
import { createOwnCredentialCheck } from './auth/own-credentials.ts';
import { createConfirmRights } from './auth/rights.ts';
import { createSecondFactors } from './auth/second-factor.ts';
import { createSessions } from './auth/sessions.ts';
import { refusePasswords } from './auth/sign-on-only.ts';
import { DEFAULT_LIMITS, type ServerDeps, type ServerLimits } from './deps.ts';
import { accountLinkRoutes } from './features/accounts/account-link-routes.ts';
import { accountManagementRoutes } from './features/accounts/account-management-routes.ts';
import { accountRoutes } from './features/accounts/account-routes.ts';
import { apiTokenRoutes } from './features/accounts/api-token-routes.ts';
import { signOnRoutes } from './features/accounts/sign-on-routes.ts';
import { signupRequestRoutes } from './features/accounts/signup-request-routes.ts';
import { analyticsRoutes } from './features/analytics/analytics-routes.ts';
import { auditRoutes } from './features/audit/audit-routes.ts';
import { serveConsole } from './features/console/console-pages.ts';
import { directoryRoutes } from './features/directory/directory-routes.ts';
import { entryRoutes } from './features/directory/entry-routes.ts';
import { firstStepsRoutes } from './features/directory/first-steps-routes.ts';
import { importRoutes } from './features/directory/import-routes.ts';
import { gatewayRoutes } from './features/gateways/gateway-routes.ts';
import { receiptInboxRoutes } from './features/gateways/receipt-inbox-routes.ts';
import { handsetKeyRoutes } from './features/handsets/handset-key-routes.ts';
import { handsetSourceRoutes } from './features/handsets/handset-source-routes.ts';
import { inboxRoutes } from './features/handsets/inbox-routes.ts';
import { phoneHealthRoutes } from './features/handsets/phone-health-routes.ts';
import { liveRoutes } from './features/live/live-routes.ts';
import { mediaRoutes } from './features/media/media-routes.ts';
import { carrierReportRoutes } from './features/messages/carrier-report-routes.ts';
import { messageListRoutes } from './features/messages/message-list-routes.ts';
import { messageRoutes } from './features/messages/message-routes.ts';
import { phoneHistoryRoutes } from './features/messages/phone-history-routes.ts';
import { pairingRoutes } from './features/pairings/pairing-routes.ts';
import { setUpRoutes } from './features/pairings/set-up-routes.ts';
import { pdfRoutes } from './features/pdf/pdf-routes.ts';
import { profileRoutes } from './features/profile/profile-routes.ts';
import { twoFactorRoutes } from './features/profile/two-factor-routes.ts';
import { recipientSetRoutes } from './features/recipient-sets/recipient-set-routes.ts';
import { savedViewRoutes } from './features/saved-views/saved-view-routes.ts';
import { scheduleRoutes } from './features/schedules/schedule-routes.ts';
import { testRoutes } from './features/tests/routes.ts';
import { refuseOverload } from './guard/overload.ts';
import { createRecordAudit } from './http/audit-trail.ts';
import { BODY_LIMIT, parseJsonBodies, refuseOtherCodings } from './http/bodies.ts';
import { answerClientError } from './http/client-errors.ts';
import { trackConnections } from './http/connections.ts';
import { cookieStyle } from './http/cookies.ts';
import { createDownloads } from './http/downloads.ts';
import { setErrorHandler } from './http/error-handler.ts';
import { createIdempotency } from './http/idempotency.ts';
import { ProblemError, sendProblem } from './http/problem.ts';
import { createRequestId, logRequests } from './http/request-log.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { useContractSchemas } from './http/validation.ts';
import { createLiveStreams } from './live/live-streams.ts';
import { createMediaIntake } from './media/media-intake.ts';
import { createThumbnails } from './media/thumbnails.ts';
import { apiDocsRoutes } from './openapi/api-docs-routes.ts';
import { healthRoutes } from './upkeep/health.ts';
import { measureRequests, metricsRoutes } from './upkeep/metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The first step of a graceful shutdown: readiness fails and event streams end, so that load balancers stop sending
     * work. Calls are still answered until `close()`, with `connection: close` so that clients reconnect elsewhere.
     * Idempotent.
     */
    drain(): void;
  }
}

/** @returns a server ready to listen; its `close()` drains first, then waits only for requests in flight */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const limits: ServerLimits = { ...DEFAULT_LIMITS, ...deps.limits };
  const app = createApp(deps, limits);
  const streams = createLiveStreams({
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    subscribe: deps.subscribeLive,
    limit: limits.liveStreams,
  });
  const { metrics } = deps;
  let draining = false;
  const isDraining = () => draining;
  app.decorate('drain', () => {
    draining = true;
    streams.stop('draining');
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
  const connections = trackConnections(app.server, { limit: limits.connections, clock: deps.clock });
  app.addHook('preClose', async () => {
    app.drain();
    connections.end();
  });

  setErrorHandler(app);
  // First, so that shedding a request costs as little as possible.
  const { session: sessionCookie } = cookieStyle(deps.publicUrl);
  const load = refuseOverload(app, { ...deps, connections, sessionCookie }, limits);
  logRequests(app);
  try {
    sendSecurityHeaders(app, deps.publicUrl);
    measureRequests(app, metrics.registry, { ...load, liveStreams: () => streams.size });
    await app.register(async (api) => {
      await mountCalls(api, deps, limits, streams, isDraining);
      metricsRoutes(api, metrics);
    });
    await serveConsole(app, deps);
    await app.ready();
  } catch (error) {
    // The caller has no server to close yet, and the timers of the streams would keep the process alive.
    app.drain();
    throw error;
  }
  return app;
}

async function mountCalls(
  api: FastifyInstance,
  deps: ServerDeps,
  limits: ServerLimits,
  streams: ReturnType<typeof createLiveStreams>,
  isDraining: () => boolean,
): Promise<void> {
  const { db, codes, clock, engineApi, publicUrl } = deps;
  const cookies = cookieStyle(publicUrl);
  const sessions = createSessions({ db, clock, cookies, requireTwoFactor: deps.requireTwoFactor });
  const devices = createDeviceCookies({ secret: deps.secrets.cookie, cookies, clock });
  const { storage, fetchLink } = deps.media;
  const thumbnails = createThumbnails({ db, storage, clock });
  const intake = createMediaIntake({ db, storage, clock, log: deps.log });

  api.decorate('idempotency', createIdempotency({ db, clock }));
  api.decorate('recordAudit', createRecordAudit({ db, clock, secret: deps.secrets.audit }));
  api.decorate('download', createDownloads());
  useContractSchemas(api);
  parseJsonBodies(api);
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  // Brotli at a useful level costs more than it saves on dynamic answers. Request bodies are never decompressed: none of
  // our clients compresses them, and a compressed form of 1 MB blocked its connection.
  await api.register(fastifyCompress, { encodings: ['gzip'], threshold: 1_024, globalDecompression: false });
  await api.register(fastifyCookie, { secret: deps.secrets.cookie.toString('base64') });
  const callers = createCallers({ sessions, tokens: await createApiTokens(api, { db, clock }) });
  await guardAccess(api, { callers, clock, cookies, csrfSecret: deps.secrets.csrf, publicUrl });
  api.decorate('confirmRights', createConfirmRights({ callers, clock }));
  refuseOtherCodings(api);
  const { signOn } = deps;
  if (signOn?.isOnly) refusePasswords(api, signOn);

  const { sealer } = deps;
  const login = createLogin({
    db,
    clock,
    devices,
    secondFactors: createSecondFactors({ db, clock, sealer }),
  });
  await accountRoutes(api, {
    db,
    login,
    devices,
    sessions,
    streams,
    publicUrl,
    loginsPerMinute: limits.loginsPerMinute,
  });
  const { loginsPerMinute } = limits;
  await signOnRoutes(api, { db, clock, cookies, sessions, publicUrl, loginsPerMinute, signOn });
  const { onPasswordChange } = deps;
  const endStreams = (idHashes: readonly Buffer[]) => {
    for (const idHash of idHashes) streams.endSession(idHash.toString('hex'), 'expired');
  };
  const checkOwn = createOwnCredentialCheck({ db, clock, login, devices, endStreams });
  profileRoutes(api, { db, clock, checkOwn, devices, endStreams, onPasswordChange });
  twoFactorRoutes(api, { db, clock, sealer, checkOwn });
  apiTokenRoutes(api, { db, clock });
  accountManagementRoutes(api, { db, clock, publicUrl, mailer: deps.mailer, signOn });
  const formsPerMinute = limits.loginsPerMinute;
  await accountLinkRoutes(api, { db, clock, publicUrl, formsPerMinute, onPasswordChange });
  await signupRequestRoutes(api, { db, clock, publicUrl, formsPerMinute, signup: deps.signup });
  auditRoutes(api, { db, clock });
  directoryRoutes(api, { db });
  entryRoutes(api, { db, clock });
  await importRoutes(api, { db, clock });
  firstStepsRoutes(api, { db });
  await testRoutes(api, { db, codes, engineApi, clock, intake, fetchLink, publicUrl });
  recipientSetRoutes(api, { db, clock });
  savedViewRoutes(api, { db, clock });
  scheduleRoutes(api, { db, engineApi, clock });
  messageRoutes(api, { db, codes, clock });
  messageListRoutes(api, { db, codes, clock });
  phoneHistoryRoutes(api, { db, codes, clock });
  carrierReportRoutes(api, { db, codes, clock });
  analyticsRoutes(api, { db, clock });
  pdfRoutes(api, { db, codes, clock, reports: deps.reports, thumbnails });
  phoneHealthRoutes(api, { db, clock, offlineAfterMs: deps.offlineAfterMs });
  handsetKeyRoutes(api, { db, clock, createHandsetKey: deps.createHandsetKey });
  handsetSourceRoutes(api, { db, clock, sealer, publicUrl });
  await pairingRoutes(api, {
    db,
    codes,
    clock,
    sealer,
    engineApi,
    createHandsetKey: deps.createHandsetKey,
    publicUrl,
    formsPerMinute,
  });
  const { setUpSmsGateway } = deps;
  setUpRoutes(api, { db, codes, clock, sealer, publicUrl, setUpSmsGateway });
  await inboxRoutes(api, { db, clock, inboxes: deps.inboxes, engineApi, intake, publicUrl });
  gatewayRoutes(api, { db, clock, sealer, kinds: deps.gatewayKinds, publicUrl });
  await receiptInboxRoutes(api, {
    inboxes: deps.receiptInboxes,
    find: deps.findGatewayReceipts,
    engineApi,
  });
  mediaRoutes(api, { db, storage, clock, thumbnails, secret: deps.secrets.mediaLinks });
  liveRoutes(api, { streams, isDraining });
  await apiDocsRoutes(api);
  healthRoutes(api, {
    readiness: deps.readiness,
    isDraining,
    clock,
    probesAtOnce: limits.probesAtOnce,
  });
}

function createApp(deps: ServerDeps, limits: ServerLimits): FastifyInstance {
  const app = Fastify({
    loggerInstance: deps.log,
    // `logRequests` writes one line for each request.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestId,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(limits.headersTimeoutMs / 2, 5_000),
    },
    trustProxy: [...deps.trustedProxies],
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) =>
      sendProblem(request, reply, new ProblemError('request.malformed', 'The path is malformed.')),
  });
  return app;
}
