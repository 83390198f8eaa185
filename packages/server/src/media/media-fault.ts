/** Turns refused files into problems that name field and file; 413 for a file that is too large. */
import type { FieldError, ProblemCode } from '@textprobe/contract/problem';
import { MEDIA_FILES_LIMIT } from '@textprobe/domain/media-limits';
import { MediaRefused } from '@textprobe/media/media-refused';
import { fieldProblem, type ProblemError } from '../http/problem.ts';

/** The field name for files of a form, whatever their parts are called. */
export const FILES_FIELD = 'files';

/** The field error of a refused file. @throws any other error */
export function mediaFault(field: string, error: unknown): FieldError {
  if (!(error instanceof MediaRefused)) throw error;
  return { field, code: error.code, message: error.message };
}

/** The first refusal gives the problem its code; a file that is too large takes precedence. */
export function filesProblem(errors: readonly FieldError[]): ProblemError {
  const tooLarge = errors.some(({ code }) => code === 'media.too-large');
  return fieldProblem(tooLarge ? 'media.too-large' : (errors[0]?.code as ProblemCode), errors);
}

export function tooManyFiles(field: string): FieldError {
  const message = `Send at most ${MEDIA_FILES_LIMIT} files and links with a test, including those it already has.`;
  return { field, code: 'media.too-many', message };
}
