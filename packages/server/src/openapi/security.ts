/** How a call proves that it may, in the description. */
import type { Access, Call } from '@textprobe/contract/call';
import { CSRF_HEADER } from '@textprobe/contract/headers';
import { cookieStyle } from '../http/cookies.ts';

export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieStyle(null).session,
    description: `The cookie that the login sets; behind https it is named \`${cookieStyle('https://x').session}\`.`,
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: CSRF_HEADER,
    description:
      'The text that `GET /api/csrf` answers, fetched after the login. The cookie set with it must come too.',
  },
  handsetKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of a test phone, made by `POST /api/tests/sm/v1/handset-keys`.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the setting `METRICS_TOKEN`.',
  },
} as const;

const SESSION = { session: [] };
const UNSAFE = { session: [], csrf: [] };

/** One of these must be fulfilled; an empty one means that nothing is needed. */
export function securityOf({ access, method }: Call): Record<string, string[]>[] {
  const session = method === 'GET' ? SESSION : UNSAFE;
  const ways: Record<Access, Record<string, string[]>[]> = {
    public: [],
    session: [session],
    handset: [{ handsetKey: [] }, session],
    scraper: [{ metricsToken: [] }, session],
    // The signature is part of the query.
    signed: [session, {}],
  };
  return ways[access];
}
