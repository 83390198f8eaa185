/** Refused files as problems: the field they came in, their name, what to do; a file that is too large is 413. */
import type { FieldError, ProblemCode } from '@textprobe/contract/problem';
import { MEDIA_FILES_LIMIT } from '@textprobe/domain/media-limits';
import { MediaRefused } from '@textprobe/media/media-refused';
import { fieldProblem, type ProblemError } from '../../http/problem.ts';

/** The field by which files of a form are named, whatever the names of their parts. */
export const FILES_FIELD = 'files';

/** A file's refusal as a field error. Anything else that went wrong is thrown on. */
export function mediaFault(field: string, error: unknown): FieldError {
  if (!(error instanceof MediaRefused)) throw error;
  return { field, code: error.code, message: error.message };
}

/** Of several refusals the one that is told first gives the problem its code; too large a file comes before all. */
export function filesProblem(errors: readonly FieldError[]): ProblemError {
  const tooLarge = errors.some(({ code }) => code === 'media.too-large');
  return fieldProblem(tooLarge ? 'media.too-large' : (errors[0]?.code as ProblemCode), errors);
}

export function tooManyFiles(field: string): FieldError {
  const message = `Send at most ${MEDIA_FILES_LIMIT} files with a test, links and files it has already included.`;
  return { field, code: 'media.too-many', message };
}
