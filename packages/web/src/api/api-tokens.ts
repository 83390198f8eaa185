/** The calls with which people and administrators manage the tokens of programs (TOKEN-3). */
import type {
  ApiToken,
  ApiTokensQuery,
  CreatedApiToken,
  NewApiTokenBody,
} from '@textprobe/contract/api-tokens';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { type CallOptions, request, requestJson } from './http.ts';

const TOKENS = '/api/tokens';
/** The path of a call that every role may make: the list of tests. */
const TESTS = '/api/tests/sm/v1/deliverabilitytest/all';

export interface ApiTokensPage {
  readonly tokens: readonly ApiToken[];
  /** Over all pages. */
  readonly total: number;
}

/** Newest first, with those that have expired lately. */
export async function getApiTokens(query: ApiTokensQuery, options: CallOptions): Promise<ApiTokensPage> {
  const response = await request(TOKENS, { query, ...options });
  const tokens = (await response.json()) as ApiToken[];
  return { tokens, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? tokens.length) };
}

export function createApiToken(body: NewApiTokenBody, idempotencyKey: string): Promise<CreatedApiToken> {
  return requestJson<CreatedApiToken>(TOKENS, { method: 'POST', body, idempotencyKey });
}

export async function revokeApiToken(id: number): Promise<void> {
  await request(`${TOKENS}/${id}`, { method: 'DELETE' });
}

/** A shell command that lists tests with this token. */
export function listTestsCommand(token: string): string {
  return `curl -H "Authorization: Bearer ${token}" ${window.location.origin}${TESTS}`;
}
