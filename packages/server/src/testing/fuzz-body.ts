/** Bodies for the fuzzer: valid by the API description, almost valid, and arbitrary. */
import fc from 'fast-check';
import type { ApiDocument } from '../openapi/document.ts';
import type { Operation } from './fuzz-document.ts';
import { fitting, nastyText, nastyValue, spoiled } from './fuzz-values.ts';

export interface FuzzBody {
  /** Null: no content type is sent. */
  readonly contentType: string | null;
  readonly bytes: Buffer;
}

const BOUNDARY = 'fuzz-boundary';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** For any operation: arbitrary bytes. */
const junk: fc.Arbitrary<FuzzBody> = fc.record({
  contentType: fc.constantFrom(
    null,
    'application/json',
    'application/json; charset=utf-16',
    'application/problem+json',
    'text/plain',
    'text/csv',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    FORM,
    'nonsense',
    '/',
  ),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '',
        '{',
        '{"a":',
        'null',
        '[]',
        '1e999',
        '"\\ud800"',
        '{"a":1}{"a":2}',
        '[1,2',
        '\ufeff{}',
        '{"__proto__":1}',
      )
      .map((text) => Buffer.from(text)),
    fc.constantFrom('[', '{"a":').map((text) => Buffer.from(text.repeat(50_000))),
    fc.constant(1_100_000).map((size) => Buffer.alloc(size, 'x')),
    fc
      .constantFrom(
        '',
        '--',
        `--${BOUNDARY}`,
        `--${BOUNDARY}\r\n\r\n`,
        `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx`,
      )
      .map((text) => Buffer.from(text)),
  ),
});

/** Null: no body at all. */
export function bodyFor(document: ApiDocument, operation: Operation): fc.Arbitrary<FuzzBody | null> {
  if (operation.method === 'GET') {
    return fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, junk);
  }
  const described = Object.entries(operation.bodies).map(([contentType, { schema, example }]) => {
    const fit =
      example === undefined
        ? fitting(document, schema)
        : fc.oneof(fitting(document, schema), fc.constant(example));
    const value = fc.oneof({ weight: 3, arbitrary: fit }, { weight: 4, arbitrary: spoiled(fit) }, nastyValue);
    if (contentType === 'multipart/form-data') return multipart(value);
    if (contentType === 'application/x-www-form-urlencoded') return urlEncoded(value);
    return value.map((one) => ({ contentType, bytes: Buffer.from(JSON.stringify(one)) }));
  });
  const none = fc.constant(null);
  if (described.length === 0) return fc.oneof({ weight: 6, arbitrary: none }, junk);
  return fc.oneof(
    ...described.map((arbitrary) => ({ weight: 6, arbitrary })),
    { weight: 2, arbitrary: junk },
    none,
  );
}

function urlEncoded(value: fc.Arbitrary<unknown>): fc.Arbitrary<FuzzBody> {
  return value.map((one) => {
    const fields = typeof one === 'object' && one !== null ? Object.entries(one) : [['value', one]];
    const text = fields.map(([key, field]) => `${percent(String(key))}=${percent(textOf(field))}`).join('&');
    return { contentType: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) };
  });
}

function multipart(value: fc.Arbitrary<unknown>): fc.Arbitrary<FuzzBody> {
  const file = fc.record({
    name: fc.oneof(fc.constantFrom('files', 'file0', 'content', 'blob', ''), nastyText),
    fileName: fc.oneof(fc.constantFrom('a.png', 'blob', 'x.svg', ''), nastyText),
    type: fc.constantFrom('image/png', 'text/plain', 'video/mp4', 'application/octet-stream'),
    bytes: fc.oneof(
      fc.constantFrom(PIXEL, Buffer.alloc(0), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    ),
  });
  const asFile = fc.boolean();
  const cutOff = fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    fc.double({ min: 0.1, max: 1, noNaN: true }),
  );
  return fc
    .tuple(value, asFile, fc.array(file, { maxLength: 3 }), cutOff)
    .map(([one, blob, files, share]) => {
      const fields = typeof one === 'object' && one !== null && !Array.isArray(one) ? one : { content: one };
      const { files: _files, ...rest } = fields as Record<string, unknown>;
      const parts = [
        ...Object.entries(rest).map(([name, field]) =>
          part(name, blob ? 'blob' : null, blob ? 'application/json' : null, Buffer.from(textOf(field))),
        ),
        ...files.map(({ name, fileName, type, bytes }) => part(name, fileName, type, bytes)),
      ];
      const bytes = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
      return { contentType: FORM, bytes: bytes.subarray(0, Math.ceil(bytes.length * share)) };
    });
}

function part(name: string, fileName: string | null, type: string | null, bytes: Buffer): Buffer {
  const quoted = (text: string) => JSON.stringify(text.slice(0, 200));
  const head = [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name=${quoted(name)}${fileName === null ? '' : `; filename=${quoted(fileName)}`}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Percent-encodes; a lone surrogate becomes its three bytes, which strict decoders reject. */
export function percent(text: string): string {
  return [...text]
    .map((character) =>
      character.isWellFormed()
        ? encodeURIComponent(character)
        : `%ED%${(0x80 | ((character.charCodeAt(0) >> 6) & 0x3f)).toString(16)}%${(0x80 | (character.charCodeAt(0) & 0x3f)).toString(16)}`,
    )
    .join('');
}
