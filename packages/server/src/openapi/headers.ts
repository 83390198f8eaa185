/** The headers of answers, in the description. */
import { ANSWER_HEADERS, type HeaderDoc } from '@textprobe/contract/call-docs/answer-headers';
import { IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';

const SHARED = {
  'X-Request-Id': {
    description: 'Names the request in the log and in a problem.',
    type: 'string',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', type: 'integer' },
  [IDEMPOTENCY_REPLAYED_HEADER]: {
    description: '`true` on an answer that was first given earlier.',
    type: 'string',
  },
} as const satisfies Record<string, HeaderDoc>;

const ALL = { ...SHARED, ...ANSWER_HEADERS };

export const SHARED_HEADERS = Object.fromEntries(
  Object.entries<HeaderDoc>(ALL).map(([name, { description, type }]) => [
    name,
    { description, schema: { type } },
  ]),
);

/** References to headers by their names; every answer bears a request id. */
export function headersNamed(names: readonly (keyof typeof ALL)[]) {
  return Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
