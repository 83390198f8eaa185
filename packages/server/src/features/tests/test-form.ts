/**
 * The body of a test that is created or updated: plain JSON, or a form whose part `content` holds that JSON beside the
 * files of an MMS (CALL-5, CALL-8). Files that no test bears in the end are removed before the answer goes out.
 */
import { unknownKeyWords } from '@textprobe/domain/unknown-key';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from '../../http/bodies.ts';
import { takeForms } from '../../http/form-fields.ts';
import { noteUpload } from '../../http/idempotency.ts';
import { fieldProblem } from '../../http/problem.ts';
import { filesProblem } from '../media/media-fault.ts';
import type { MediaIntake, StoredMedia } from '../media/media-intake.ts';
import { readUploadForm } from '../media/upload-form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    uploads: RequestUploads | null;
  }
}

/** What came, or was fetched, for one request. */
interface RequestUploads {
  /** The files of the form, in their order. */
  files: readonly StoredMedia[];
  /** Stored, and referred to by nothing yet: removed with the answer, unless something refers to them by then. */
  readonly loose: string[];
}

export function uploadsOf(request: FastifyRequest): RequestUploads {
  return (request.uploads ??= { files: [], loose: [] });
}

/** Prepares a scope whose routes read forms by `readTestForm` or store files for a request by other ways. */
export async function takeTestForms(scope: FastifyInstance, intake: MediaIntake): Promise<void> {
  await takeForms(scope);
  scope.decorateRequest('uploads', null);
  // Before the answer, so that a client who reads a refusal can rely on it; after a crash the sweep does it.
  scope.addHook('onSend', async ({ uploads }) => {
    if (uploads !== null && uploads.loose.length > 0) await intake.discard(uploads.loose.splice(0));
  });
}

/** A hook for `preValidation`: puts the form's JSON in the place of the body. */
export function readTestForm(intake: MediaIntake) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) return;
    // The order of the parts is the sender's: files that come before the content are stored until it tells.
    const form = await readUploadForm(request, intake, (content) => content === null || isMms(content));
    const uploads = uploadsOf(request);
    uploads.loose.push(...form.files.map(({ id }) => id));
    if (form.otherFields.length > 0) throw unknownFields(form.otherFields);
    if (form.content === null) throw missingContent();
    request.body = parseJson(form.content);
    // The text file beside an SMS is a placeholder (CALL-5).
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

/** A part of the test that stands beside `content` would be lost, and the test go wider for it (GUARD-3). */
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
  const message = 'Send the test as JSON in a form part of this name.';
  return fieldProblem('body.invalid', [{ field: 'content', code: 'invalid_type', message }]);
}
