/** Validates requests with the contract's schemas, and turns issues into field errors that say what to write. */
import { explainIssue, MAX_UNKNOWN_KEYS } from '@textprobe/contract/issue-words';
import type { FieldError } from '@textprobe/contract/problem';
import { DID_YOU_MEAN } from '@textprobe/domain/unknown-key';
import type { FastifyError, FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

/** Answers are typed by the contract and validated in tests only: at run time plain JSON.stringify is many times faster. */
export function useContractSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(compileValidator as FastifySchemaCompiler<unknown>);
  app.setSerializerCompiler(() => JSON.stringify);
}

function compileValidator({ schema }: { schema: z.ZodType }) {
  return (value: unknown) => {
    const result = schema.safeParse(value, { error: explainIssue });
    return result.success
      ? { value: result.data }
      : { error: result.error.issues.flatMap(unfoldUnion).flatMap(toValidationErrors) };
  };
}

/**
 * If a union has no fitting alternative, the keys show which was meant: the one with nothing wrong but unknown keys, or the
 * one where an unknown key nearly matches. Otherwise the union's own message remains.
 */
function unfoldUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors
    .map((branch) => branch.flatMap(unfoldUnion))
    .toSorted((a, b) => a.length - b.length);
  const meant =
    branches.find((branch) => branch.every(isUnknownKey)) ??
    branches.map((branch) => branch.filter(isMisspelled)).find((branch) => branch.length > 0) ??
    [];
  if (meant.length === 0) return [issue];
  return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

const isUnknownKey = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys';
const isMisspelled = (issue: z.core.$ZodIssue) => isUnknownKey(issue) && issue.message.includes(DID_YOU_MEAN);

/** Fastify's shape of a validation error; `params` carries our field error. */
function toValidationErrors(issue: z.core.$ZodIssue) {
  // The message about unknown keys has one line for each of the first.
  const lines = issue.message.split('\n');
  const faults =
    issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, MAX_UNKNOWN_KEYS)
          .map((key, index) => ({ path: [...issue.path, key], message: lines[index] ?? '' }))
      : [issue];
  return faults.map(({ path, message }) => {
    const field: FieldError = { field: path.join('.'), code: issue.code, message };
    return {
      keyword: issue.code,
      instancePath: `/${path.join('/')}`,
      schemaPath: '',
      params: { field },
      message,
    };
  });
}

/** A list of ten thousand wrong ids does not need ten thousand messages. */
const MAX_FIELD_ERRORS = 50;

export function fieldErrorsOf(error: FastifyError): FieldError[] {
  return (error.validation ?? [])
    .slice(0, MAX_FIELD_ERRORS)
    .map((one) => (one.params as { field: FieldError }).field);
}
