/**
 * Single sign-on at an OpenID provider: authorization code with PKCE (ACCT-7). The provider is contacted at the first login
 * only, so that its failure keeps neither the program from starting nor local logins from working.
 */
import type { SignOnRefusal } from '@textprobe/contract/sign-on';
import type { Clock } from '@textprobe/domain/clock';
import type { Role } from '@textprobe/domain/roles';
import * as openid from 'openid-client';

export interface SignOnSettings {
  /** As `new URL(…).href`. Plain http only for a loopback address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim with the person's roles: its name, or a dotted path. */
  readonly roleClaim: string;
  /** Which value of that claim gives which role. */
  readonly roleMap: readonly (readonly [value: string, role: Role])[];
  /** The claim with the names of the person's partners; null: everyone sees all partners. */
  readonly partnerClaim: string | null;
  /** What the login page calls it. */
  readonly name: string;
  /** No login with a password. */
  readonly isOnly: boolean;
}

/** What the browser keeps while it is at the provider. */
export interface SignOnChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type Claims = openid.IDToken;

/** A login that was refused, with what the log needs. */
export class SignOnRefused extends Error {
  readonly reason: SignOnRefusal;
  readonly details: object;
  constructor(reason: SignOnRefusal, details: object) {
    super(`sign-on refused: ${reason}`);
    this.reason = reason;
    this.details = details;
  }
}

export interface SignOnProvider {
  /** @param isProof asks for a new login @throws SignOnRefused unavailable */
  start(redirectUri: string, isProof: boolean): Promise<{ readonly url: URL; readonly checks: SignOnChecks }>;
  /**
   * Exchanges the code of the callback's URL for an ID token, and checks its signature, issuer, audience, nonce and expiry.
   * @throws SignOnRefused
   */
  finish(url: URL, checks: SignOnChecks): Promise<Claims>;
}

/** Of each request to the provider. */
const TIMEOUT_S = 10;
const METADATA_KEPT_MS = 3_600_000;

export function createSignOnProvider(
  { issuer, clientId, clientSecret }: SignOnSettings,
  clock: Clock,
): SignOnProvider {
  let kept: { readonly at: number; readonly metadata: Promise<openid.ServerMetadata> } | null = null;

  async function discover(): Promise<openid.ServerMetadata> {
    const execute = isPlainHttp(issuer) ? [openid.allowInsecureRequests] : [];
    const options = { execute, timeout: TIMEOUT_S };
    return (
      await openid.discovery(new URL(issuer), clientId, undefined, undefined, options)
    ).serverMetadata();
  }

  async function readMetadata(): Promise<openid.ServerMetadata> {
    if (kept === null || clock.now() - kept.at > METADATA_KEPT_MS)
      kept = { at: clock.now(), metadata: discover() };
    const used = kept;
    try {
      return await used.metadata;
    } catch (error) {
      // The next login tries again.
      if (kept === used) kept = null;
      throw new SignOnRefused('unavailable', { err: error });
    }
  }

  /** A new one for each login: it would keep the provider's keys, and not notice within a minute that they have changed. */
  async function configure(): Promise<openid.Configuration> {
    const metadata = await readMetadata();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(clientSecret)
      : openid.ClientSecretPost(clientSecret);
    const configuration = new openid.Configuration(metadata, clientId, undefined, authenticate);
    configuration.timeout = TIMEOUT_S;
    if (isPlainHttp(issuer)) openid.allowInsecureRequests(configuration);
    // The ID token must have an asymmetric signature, and it is checked.
    openid.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    async start(redirectUri, isProof) {
      const configuration = await configure();
      const verifier = openid.randomPKCECodeVerifier();
      const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isProof && { prompt: 'login', max_age: '0' }),
      });
      return { url, checks };
    },

    async finish(url, { state, nonce, verifier }) {
      if (url.searchParams.get('state') !== state) throw new SignOnRefused('expired', {});
      const configuration = await configure();
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the provider sent no ID token');
        return claims;
      } catch (error) {
        throw new SignOnRefused(reasonOf(error), { err: error });
      }
    },
  };
}

function isPlainHttp(issuer: string): boolean {
  return new URL(issuer).protocol === 'http:';
}

function reasonOf(error: unknown): SignOnRefusal {
  if (error instanceof openid.AuthorizationResponseError) return 'refused';
  if (error instanceof openid.ResponseBodyError)
    return error.error === 'invalid_grant' ? 'expired' : 'invalid';
  if (error instanceof openid.ClientError)
    return ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(error.code ?? '')
      ? 'unavailable'
      : 'invalid';
  // `fetch` throws it when there is no connection.
  return error instanceof TypeError ? 'unavailable' : 'invalid';
}
