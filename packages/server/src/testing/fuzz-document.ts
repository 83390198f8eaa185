/** The API description as the fuzzer uses it: one entry per operation, with references resolved. */
import type { ApiDocument } from '../openapi/document.ts';

/** The subset of JSON Schema 2020-12 that the description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

interface Parameter {
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** The responses of an operation with one status. */
export interface Answer {
  readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By content type. */
  readonly bodies: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  readonly answers: Readonly<Record<string, Answer>>;
  /** Security schemes of each alternative; none: public. */
  readonly ways: readonly (readonly string[])[];
}

interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Operation['bodies'] };
  readonly responses: Readonly<Record<string, Partial<Answer> & { readonly $ref?: string }>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

/** Follows a reference within the document. */
export function resolve<T>(document: ApiDocument, reference: string): T {
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T;
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, RawOperation>).map(([method, raw]) => ({
      name: raw.operationId,
      method: method.toUpperCase(),
      path,
      parameters: raw.parameters ?? [],
      bodies: raw.requestBody?.content ?? {},
      answers: Object.fromEntries(
        Object.entries(raw.responses).map(([status, answer]) => {
          const found = answer.$ref === undefined ? answer : resolve<Partial<Answer>>(document, answer.$ref);
          return [status, { content: found.content ?? {} }];
        }),
      ),
      ways: raw.security.map(Object.keys),
    })),
  );
}
