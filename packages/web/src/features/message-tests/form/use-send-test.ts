/** Sends a draft with its files by a given call, and provides upload progress and the server's errors by field. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Test } from '@textprobe/contract/tests';
import { useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import type { UploadProgress } from '../../../api/upload.ts';
import { type FieldErrors, fieldErrors, NO_ERRORS, withoutErrors } from '../../../ui/field-errors.ts';
import type { Draft } from './draft.ts';
import { fileProgress } from './file-rules.ts';
import type { Attachment } from './use-attachments.ts';
import { LIMITS_KEY } from './use-limits.ts';

/** How a screen sends its test: by creating or by updating one. */
interface SendOptions<Body extends object> {
  /** Logged to the browser's console on failure. */
  readonly failure: string;
  readonly bodyOf: (draft: Draft) => Promise<Body>;
  readonly send: (
    body: Body,
    files: readonly File[],
    idempotencyKey: string,
    onProgress: UploadProgress | undefined,
  ) => Promise<Test>;
}

export function useSendTest<Body extends object>({ failure, bodyOf, send }: SendOptions<Body>) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [progress, setProgress] = useState<readonly number[] | null>(null);
  const [intents] = useState(createIntents);

  const mutation = useMutation({
    mutationFn: async ({ draft, chosen }: { draft: Draft; chosen: readonly Attachment[] }) => {
      const body = await bodyOf(draft);
      const files = draft.messageType === 'MMS' ? chosen.map(({ file }) => file) : [];
      const sizes = files.map(({ size }) => size);
      const onProgress = (loaded: number, total: number) => setProgress(fileProgress(sizes, loaded, total));
      if (files.length > 0) onProgress(0, 0);
      const marks = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
      const key = intents.keyFor({ body, marks });
      const test = await send(body, files, key, files.length > 0 ? onProgress : undefined);
      intents.done();
      return test;
    },
    onMutate: () => setErrors(NO_ERRORS),
    onError: (error) => {
      console.error(failure, error);
      setErrors(fieldErrors(error));
    },
    onSuccess: async ({ testId }) => {
      queries.removeQueries({ queryKey: ['test', testId] });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['tests'] }),
        queries.invalidateQueries({ queryKey: ['report', testId] }),
      ]);
    },
    onSettled: () => {
      setProgress(null);
      void queries.invalidateQueries({ queryKey: LIMITS_KEY });
    },
  });

  return {
    send: (draft: Draft, chosen: readonly Attachment[]) => mutation.mutateAsync({ draft, chosen }),
    sending: mutation.isPending,
    progress,
    errors,
    /** An edited field loses its error. */
    clearErrors: (...fields: string[]) => setErrors((now) => withoutErrors(now, fields)),
    forgetErrors: () => setErrors(NO_ERRORS),
  };
}

export type TestSender = ReturnType<typeof useSendTest>;

/** Focuses the first field with an error. */
export function focusFirstError(): void {
  document.querySelector<HTMLElement>('form [aria-invalid="true"]:not(:disabled)')?.focus();
}
