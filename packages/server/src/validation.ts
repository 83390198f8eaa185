/** Has the contract's schemas check what comes in, and turns what they find into field errors that say what to write. */
import { explainIssue } from '@textprobe/contract/issue-words';
import type { FieldError } from '@textprobe/contract/problem';
import type { FastifyError, FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

/** Answers are typed by the contract and checked by its schemas in tests; at run time plain JSON is many times faster. */
export function useContractSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(compileValidator as FastifySchemaCompiler<unknown>);
  app.setSerializerCompiler(() => JSON.stringify);
}

function compileValidator({ schema }: { schema: z.ZodType }) {
  return (value: unknown) => {
    const result = schema.safeParse(value, { error: explainIssue });
    return result.success
      ? { value: result.data }
      : { error: result.error.issues.flatMap(toValidationErrors) };
  };
}

/** Fastify's own shape of a validation error, whose `params` we use for ours. */
function toValidationErrors(issue: z.core.$ZodIssue) {
  const paths =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) => {
    const field: FieldError = { field: path.join('.'), code: issue.code, message: issue.message };
    return {
      keyword: issue.code,
      instancePath: `/${path.join('/')}`,
      schemaPath: '',
      params: { field },
      message: issue.message,
    };
  });
}

/** A list of ten thousand wrong ids needs no ten thousand sentences. */
const MOST_FAULTS_TOLD = 50;

export function fieldErrorsOf(error: FastifyError): FieldError[] {
  return (error.validation ?? [])
    .slice(0, MOST_FAULTS_TOLD)
    .map((one) => (one.params as { field: FieldError }).field);
}
