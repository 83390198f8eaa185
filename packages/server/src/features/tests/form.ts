/**
 * The body of a create or update: plain JSON, or a form with that JSON in the part `content` and the files of an MMS
 * (CALL-5, CALL-8). Files that no test uses in the end are removed before the answer is sent.
 */
import { unknownKeyWords } from '@textprobe/domain/unknown-key';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from '../../http/bodies.ts';
import { takeForms } from '../../http/form-fields.ts';
import { noteUpload } from '../../http/idempotency.ts';
import { fieldProblem } from '../../http/problem.ts';
import { filesProblem } from '../../media/media-fault.ts';
import type { MediaIntake, StoredMedia } from '../../media/media-intake.ts';
import { readUploadForm } from '../../media/upload-form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    uploads: RequestUploads | null;
  }
}

/** The files uploaded or fetched for one request. */
interface RequestUploads {
  /** The files of the form, in order. */
  files: readonly StoredMedia[];
  /** Stored but not yet referred to: removed before the answer unless used by then. */
  readonly loose: string[];
}

export function uploadsOf(request: FastifyRequest): RequestUploads {
  return (request.uploads ??= { files: [], loose: [] });
}

/** Prepares a scope whose routes use `readTestForm` or `uploadsOf`. */
export async function takeTestForms(scope: FastifyInstance, intake: MediaIntake): Promise<void> {
  await takeForms(scope);
  scope.decorateRequest('uploads', null);
  // Before the answer, so that a refusal leaves no file; after a crash the sweep removes them.
  scope.addHook('onSend', async ({ uploads }) => {
    if (uploads !== null && uploads.loose.length > 0) await intake.discard(uploads.loose.splice(0));
  });
}

/** A `preValidation` hook that replaces the body by the form's JSON. */
export function readTestForm(intake: MediaIntake) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) return;
    // Parts come in any order: files before the content are stored until it says whether they are needed.
    const form = await readUploadForm(request, intake, (content) => content === null || isMms(content));
    const uploads = uploadsOf(request);
    uploads.loose.push(...form.files.map(({ id }) => id));
    if (form.otherFields.length > 0) throw unknownFields(form.otherFields);
    if (form.content === null) throw missingContent();
    request.body = parseJson(form.content);
    // The text file sent with an SMS is a placeholder (CALL-5).
    if (!isMms(form.content)) return;
    if (form.faults.length > 0) throw filesProblem(form.faults);
    uploads.files = form.files;
    for (const { name, sha256 } of form.files) noteUpload(request, { name, digest: sha256 });
  };
}

function isMms(content: string): boolean {
  const body = parseJson(content) as { messageType?: unknown } | null;
  return body?.messageType === 'MMS';
}

/** A field of the test outside `content` would be lost, and the test would go to more recipients (GUARD-3). */
function unknownFields(names: readonly string[]) {
  return fieldProblem(
    'body.invalid',
    names.map((field) => ({
      field,
      code: 'unrecognized_keys',
      message: unknownKeyWords(field, ['content']),
    })),
  );
}

function missingContent() {
  const message = 'Send the test as JSON in a form part with this name.';
  return fieldProblem('body.invalid', [{ field: 'content', code: 'invalid_type', message }]);
}
