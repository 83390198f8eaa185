/** A server with single sign-on at a real OpenID provider, and a browser that follows the redirects between the two. */
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdProvider,
  startOpenIdProvider,
} from '@textprobe/domain/testing/openid-provider';
import { afterAll } from 'vitest';
import type { SignOnSettings } from '../auth/sign-on.ts';
import type { TestClient } from './test-client.ts';
import { fillDirectory, startTestServer, type TestServer } from './test-server.ts';

export interface SignOnWorld {
  readonly server: TestServer;
  readonly provider: OpenIdProvider;
  /** Opens the start of a login. @returns the callback's URL, which the provider sent the browser to */
  reachCallback(client: TestClient, query?: Readonly<Record<string, string>>): Promise<URL>;
  /** Opens the callback. @returns where it leads, such as `/tests` */
  finish(client: TestClient, callback: URL): Promise<string>;
  /** Both. */
  logIn(client: TestClient, query?: Readonly<Record<string, string>>): Promise<string>;
}

export async function openSignOnWorld(
  settings: Partial<SignOnSettings> = {},
  overrides: Parameters<typeof startTestServer>[0] = {},
): Promise<SignOnWorld> {
  // Any port of the server: it is not known yet.
  const provider = await startOpenIdProvider();
  const server = await startTestServer({
    ...overrides,
    signOn: {
      issuer: new URL(provider.issuer).href,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      roleClaim: 'realm_access.roles',
      roleMap: [
        ['sms-admins', 'administrator'],
        ['sms-audit', 'auditor'],
        ['sms-team', 'operator'],
        ['staff', 'viewer'],
      ],
      partnerClaim: 'partners',
      name: 'Acme SSO',
      isOnly: false,
      ...settings,
    },
  });
  provider.acceptRedirectsTo(`${server.address}/api/auth/oidc/callback`);
  await fillDirectory(server.db);
  afterAll(async () => {
    await server.close();
    await provider.stop();
  });

  async function reachCallback(client: TestClient, query = {}): Promise<URL> {
    const started = await client.send('GET', '/api/auth/oidc/start', { query });
    let url = new URL(started.headers.get('location') ?? '', server.address);
    const cookies = new Map<string, string>();
    while (url.origin === provider.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null)
        throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      url = new URL(location, url);
    }
    return url;
  }

  async function finish(client: TestClient, callback: URL): Promise<string> {
    const answer = await client.send('GET', callback.pathname + callback.search);
    return answer.headers.get('location') ?? `${answer.status}`;
  }

  return {
    server,
    provider,
    reachCallback,
    finish,
    logIn: async (client, query) => finish(client, await reachCallback(client, query)),
  };
}
