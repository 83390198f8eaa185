/** By which schemas a call's request is checked: its own, and for what it does not take, those that refuse every key. */
import type { Call } from '@textprobe/contract/call';
import { z } from 'zod';

/** Of a call that takes none: every key is unknown. Clients send `{}`, `null` or nothing where there is nothing to say. */
const NO_QUERY = z.strictObject({});
const NO_BODY = z.strictObject({}).nullish();

/**
 * What a call's request is checked by. Calls of people and their programs take no key that they do not know, so that none
 * is mistyped in vain (GUARD-3); what is posted by handsets, apps and providers, and what is open to everybody, is read loosely.
 */
export function requestSchemas({ method, access, params, query, body }: Call) {
  const isStrict = access !== 'public' && access !== 'handset';
  const querystring = query ?? (isStrict ? NO_QUERY : undefined);
  const wholeBody = body ?? (isStrict && method !== 'GET' ? NO_BODY : undefined);
  return {
    ...(params === undefined ? {} : { params }),
    ...(querystring === undefined ? {} : { querystring }),
    ...(wholeBody === undefined ? {} : { body: wholeBody }),
  };
}
