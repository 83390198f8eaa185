/** A request for something outside of an account's scope, beside the same request for what does not exist. */
import type { CallName } from '@textprobe/contract/calls';
import { type Person, type Side, UNKNOWN_ID } from './scope-sides.ts';
import type { Sent } from './test-client.ts';

/** A request; `path` replaces that of the call where it has a parameter. */
export type Asked = Sent & { readonly path?: string };

export interface HiddenCase {
  readonly call: CallName;
  readonly what: string;
  /** The status of the answer to those who must not see it; null: any that an unknown id gets too. */
  readonly status: number | null;
  /** Whose it is: Alpha's is hidden from Beta, and that of both from each of them. */
  readonly side: Exclude<Side, 'beta'>;
  /** Default: all that must not see it. */
  readonly deniedTo?: readonly Person[];
  /** Default: Alpha, or the account of both partners. */
  readonly allowedTo?: Person;
  /** May create what it asks for, since some answers delete it. */
  asked(by: Person): Asked | Promise<Asked>;
  unknown(by: Person): Asked | Promise<Asked>;
}

/** No file has this id. */
export const UNKNOWN_FILE = '0'.repeat(32);

export type Query = Record<string, string | number>;

/** A read: the same query with the hidden and with an unknown value. */
export function read(
  call: CallName,
  what: string,
  status: number,
  [hidden, unknown]: readonly [Query, Query],
  side: HiddenCase['side'] = 'alpha',
): HiddenCase {
  return { call, what, status, side, asked: () => ({ query: hidden }), unknown: () => ({ query: unknown }) };
}

/** The same for a query with one id. */
export function byId(
  call: CallName,
  what: string,
  key: string,
  id: number,
  side: HiddenCase['side'] = 'alpha',
) {
  return read(call, what, 404, [{ [key]: id }, { [key]: UNKNOWN_ID }], side);
}
