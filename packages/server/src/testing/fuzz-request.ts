/** Requests for the fuzzer: valid and invalid ones for every operation of the description. */
import fc from 'fast-check';
import type { ApiDocument } from '../openapi/document.ts';
import { bodyFor, type FuzzBody, percent } from './fuzz-body.ts';
import type { Operation, Schema } from './fuzz-document.ts';
import { fitting, nastyText } from './fuzz-values.ts';

export interface FuzzRequest {
  readonly operation: Operation;
  /** Usually the operation's method. */
  readonly method: string;
  /** Includes the query, already encoded. */
  readonly target: string;
  /** The unknown query key, if there is one. */
  readonly unknownKey: string | null;
  readonly credentials: Credentials;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FuzzBody | null;
}

/** `foreign`: the token of another session. */
export interface Credentials {
  readonly session: boolean;
  readonly token: 'own' | 'foreign' | 'none';
  /** A handset key. */
  readonly bearer: 'valid' | 'wrong' | 'none';
}

const WAYS_IN = [
  { session: true, token: 'own', bearer: 'none' },
  { session: true, token: 'none', bearer: 'none' },
  { session: true, token: 'foreign', bearer: 'none' },
  { session: false, token: 'none', bearer: 'none' },
  { session: false, token: 'own', bearer: 'none' },
  { session: false, token: 'none', bearer: 'valid' },
  { session: true, token: 'own', bearer: 'wrong' },
] as const satisfies Credentials[];

/** Longest value in a query, because a request head is limited to 16 KiB. */
const LONGEST_QUERY_TEXT = 1_000;
/** Usually omitted, because they hide all other faults of a query. */
const UNKNOWN_KEY = 'nobodyKnowsThis';

export function fuzzRequests(
  document: ApiDocument,
  operations: readonly Operation[],
): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const query = operation.parameters.filter((parameter) => parameter.in === 'query');
    return fc
      .record({
        method: fc.oneof(
          { weight: 20, arbitrary: fc.constant(operation.method) },
          fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'POST', 'GET'),
        ),
        path: pathOf(operation),
        pairs: fc.tuple(
          ...query.map(({ name, schema, required }) => pairsOf(document, name, schema, required ?? false)),
        ),
        unknownKey: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.constant(UNKNOWN_KEY)),
        credentials: fc.oneof(
          { weight: 12, arbitrary: fc.constant<Credentials>(WAYS_IN[0]) },
          fc.constantFrom<Credentials>(...WAYS_IN),
        ),
        headers: headers(operation),
        body: bodyFor(document, operation),
      })
      .map(({ path, pairs, ...rest }) => {
        const all = [...pairs.flat(), ...(rest.unknownKey === null ? [] : [`${UNKNOWN_KEY}=1`])];
        return { operation, target: `${path}${all.length === 0 ? '' : `?${all.join('&')}`}`, ...rest };
      });
  });
}

function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  if (!path.includes('{')) return fc.constant(path);
  const isNumber = parameters.some(({ in: place, schema }) => place === 'path' && schema.type === 'integer');
  const value = fc.oneof(
    // Most of what there is has one of these ids.
    { weight: isNumber ? 8 : 1, arbitrary: fc.integer({ min: 1, max: isNumber ? 5 : 12 }).map(String) },
    fc.stringMatching(/^[0-9a-f]{32}$/),
    nastyText.filter((text) => text.length < 500 && text !== ''),
  );
  return value.map((text) => path.replaceAll(/\{\w+\}/g, percent(text)));
}

/** Zero, one or two pairs of one key, valid or invalid. */
function pairsOf(
  document: ApiDocument,
  name: string,
  schema: Schema,
  required: boolean,
): fc.Arbitrary<string[]> {
  const good = fitting(document, schema).map((value) => percent(String(value)));
  const bad = fc.oneof(
    nastyText.map((text) => percent(text.slice(0, LONGEST_QUERY_TEXT))),
    fc.constantFrom('%', '%zz', '%00', '%ff', '%ED%A0%80', 'a=b=c', '[]'),
  );
  const pair = (value: string) => [`${name}=${value}`];
  return fc.oneof(
    { weight: required ? 24 : 10, arbitrary: good.map(pair) },
    { weight: required ? 1 : 14, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: bad.map(pair) },
    {
      weight: 1,
      arbitrary: fc.tuple(good, bad).map(([one, other]) => [`${name}=${one}`, `${name}=${other}`]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(good, fc.constantFrom('[]', '[a]', '.a', '%00'))
        .map(([value, tail]) => [`${name}${tail}=${value}`]),
    },
  );
}

function headers({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const key: Record<string, fc.Arbitrary<string>> = parameters.some((parameter) => parameter.in === 'header')
    ? { 'idempotency-key': fc.constantFrom('k1', 'k2', 'k3', '', ' ', 'x'.repeat(300), 'ü') }
    : {};
  const some: fc.Arbitrary<Record<string, string>> = fc.record(
    {
      ...key,
      'accept-encoding': fc.constant('gzip'),
      accept: fc.constantFrom('*/*', 'text/html', 'nonsense'),
      'if-match': fc.constantFrom('*', '"x", W/"y"', ',,', 'ü'),
      range: fc.constantFrom(
        'bytes=0-0',
        'bytes=5-1',
        'bytes=-0',
        'nonsense',
        'bytes=0-99999999999999999999',
      ),
      'if-none-match': fc.constantFrom('*', '"x"', 'nonsense'),
      origin: fc.constantFrom('https://elsewhere.example', 'null', 'nonsense'),
      'x-textprobe-background': fc.constant('1'),
      'x-forwarded-for': fc.constantFrom('10.0.0.1', 'nonsense'),
      'content-encoding': fc.constantFrom('gzip', 'nonsense'),
      expect: fc.constant('100-continue'),
    },
    { requiredKeys: [] },
  );
  return fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, some);
}
