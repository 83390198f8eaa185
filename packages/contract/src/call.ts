/** The definition of a call. Most need a session and answer 200, so an entry states only what differs. */

import type { Role } from '@textprobe/domain/roles';
import type { z } from 'zod';

/**
 * Who may call: anyone; a console session or a program with its token; or, as an alternative to these, a handset with its key,
 * a metrics scraper with its own token, or anyone with a signed link that has not expired.
 */
export type Access = 'public' | 'session' | 'handset' | 'scraper' | 'signed';

export type AuditAction = `${string}.${string}`;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A variable part is written as `:name` and described by `params`. */
  readonly path: string;
  readonly access: Access;
  /** The roles that may call; absent: no account may. */
  readonly roles?: readonly Role[];
  /**
   * What its row in the audit trail is called, such as `gateway.updated`, with the kind of its object first; or why it leaves
   * none (AUDIT-1). A call that only reads may have one: it is written before the answer is sent.
   */
  readonly audit?: AuditAction | { readonly none: string };
  /** Needs a session of the console: no token may call (TOKEN-4). */
  readonly sessionOnly?: true;
  /**
   * Needs the password or a code again once it was last given more than 15 minutes ago (ACCT-9). A token must have been
   * created for such calls.
   */
  readonly proof?: true;
  /** Open to a session whose account still has to set up two-factor login (REQUIRE_TWO_FACTOR). */
  readonly withoutSecondFactor?: true;
  /** Needs the header `If-Match` with the `ETag` of what the change was made from (DIR-2). */
  readonly ifMatch?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The HTTP status of success. */
  readonly status: number;
  /** Absent: text, a stream or nothing. */
  readonly answer?: z.ZodType;
}

const USUAL = { access: 'session', status: 200 } as const;
type Differing = Partial<Omit<Call, 'method' | 'path'>>;
type Entry<M, P, D> = { readonly method: M; readonly path: P } & Omit<typeof USUAL, keyof D> & D;

function entriesOf<const M extends Call['method']>(method: M) {
  return <const P extends string, const D extends Differing = Record<never, never>>(
    path: P,
    differing?: D,
  ): Entry<M, P, D> => ({ ...USUAL, ...differing, method, path }) as unknown as Entry<M, P, D>;
}

export const get = entriesOf('GET');
export const post = entriesOf('POST');
export const put = entriesOf('PUT');
export const remove = entriesOf('DELETE');

/** The base path of all calls about tests. */
export const TESTS = '/api/tests/sm/v1';
