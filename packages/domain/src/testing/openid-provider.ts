/**
 * A real OpenID provider on a free loopback port, for tests of single sign-on. It logs in the person that the test sets without
 * asking, issues codes to one client, and signs ID tokens with keys that the test can rotate.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AdapterPayload, type Configuration } from 'oidc-provider';

export const CLIENT_ID = 'textprobe';
export const CLIENT_SECRET = 'a secret of at least thirty-two bytes';

/** The claims of a person; `sub` identifies them. */
export interface Person {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface OpenIdProvider {
  readonly issuer: string;
  /** Who logs in next; null: they refuse to. */
  person: Person | null;
  /** When they did, in epoch seconds; null: at the login. */
  authTime: number | null;
  /** Where it may send logins; before that, nowhere. */
  acceptRedirectsTo(url: string): void;
  /** Replaces claims of the ID token, or signs it with a key that the provider does not publish; null: neither. */
  forge: Readonly<Record<string, unknown>> | 'another key' | null;
  /** Whether codes no longer work when they arrive, as after their lifetime. */
  hasExpiredCodes: boolean;
  /** Signs with a new key from now on. @param alg of ID tokens; default: RS256 */
  rotateKey(alg?: 'RS256' | 'HS256'): void;
  /** Refuses connections until it starts again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer((request, response) => answer(request, response));
  let answer: RequestListener = () => undefined;
  let port = 0;
  let redirectUri = 'http://127.0.0.1/nowhere';

  async function start(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  }

  function rotateKey(alg: 'RS256' | 'HS256' = 'RS256'): void {
    const privateKey = newKey();
    const provider = new Provider(made.issuer, configurationOf(made, redirectUri, { alg, privateKey }));
    provider.on('authorization_code.saved', (code) => {
      if (made.hasExpiredCodes) void code.destroy();
    });
    const handle = provider.callback();
    answer = (request, response) => {
      if (request.url === '/token' && made.forge !== null) forgeAnswer(response, made.forge, privateKey);
      if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
      const { person, authTime } = made;
      const result =
        person === null
          ? { error: 'access_denied' }
          : { login: { accountId: person.sub, ...(authTime !== null && { ts: authTime }) } };
      void provider.interactionFinished(request, response, result);
    };
  }

  await start();
  const made: OpenIdProvider = {
    // Another site than the console's: browsers send it no cookies of 127.0.0.1.
    issuer: `http://localhost:${port}`,
    person: { sub: 'unknown' },
    authTime: null,
    forge: null,
    hasExpiredCodes: false,
    rotateKey,
    acceptRedirectsTo(url) {
      redirectUri = url;
      rotateKey();
    },
    start,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  rotateKey();
  return made;
}

/** Stores what the provider issues. Its own one warns on each start that it is not for production. */
function memoryAdapter() {
  const stored = new Map<string, AdapterPayload>();
  const where = (matches: (payload: AdapterPayload) => boolean) =>
    [...stored].filter(([, payload]) => matches(payload));
  return (kind: string) => ({
    upsert: async (id: string, payload: AdapterPayload) => void stored.set(`${kind} ${id}`, payload),
    find: async (id: string) => stored.get(`${kind} ${id}`),
    findByUid: async (uid: string) => where((payload) => payload.uid === uid)[0]?.[1],
    findByUserCode: async () => undefined,
    consume: async (id: string) => void Object.assign(stored.get(`${kind} ${id}`) ?? {}, { consumed: true }),
    destroy: async (id: string) => void stored.delete(`${kind} ${id}`),
    async revokeByGrantId(grantId: string) {
      for (const [key] of where((payload) => payload.grantId === grantId)) stored.delete(key);
    },
  });
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** Replaces the ID token in an answer of the token endpoint. */
function forgeAnswer(
  response: ServerResponse,
  forge: Readonly<Record<string, unknown>> | 'another key',
  privateKey: KeyObject,
): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string | Buffer) => {
    const answer = JSON.parse(String(body)) as { id_token?: string };
    const [header = '', payload = ''] = (answer.id_token ?? '').split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const [key, changed] = forge === 'another key' ? [newKey(), {}] : [privateKey, forge];
    const signed = `${header}.${Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url')}`;
    const signature = sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url');
    const forged = JSON.stringify({ ...answer, id_token: `${signed}.${signature}` });
    response.setHeader('content-length', Buffer.byteLength(forged));
    return end(forged);
  }) as typeof response.end;
}

function configurationOf(
  made: OpenIdProvider,
  redirectUri: string,
  { alg, privateKey }: { readonly alg: 'RS256' | 'HS256'; readonly privateKey: KeyObject },
): Configuration {
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' };
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: alg,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    // All claims in the ID token, as Keycloak and Entra ID send them.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'name', 'roles', 'realm_access', 'partners'],
      email: ['email'],
    },
    ttl: {
      AuthorizationCode: 60,
      IdToken: 600,
      AccessToken: 600,
      Session: 600,
      Interaction: 600,
      Grant: 600,
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...made.person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  } as Configuration;
}
