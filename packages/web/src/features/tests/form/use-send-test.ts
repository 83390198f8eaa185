/** Sends a draft with its files, by whichever call: how far they have come, and what the server refused, field by field. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Test } from '@textprobe/contract/tests';
import { useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import type { UploadProgress } from '../../../api/upload.ts';
import { type FieldErrors, fieldErrors, NO_ERRORS, withoutErrors } from '../../../ui/field-errors.ts';
import type { Draft } from './draft.ts';
import { fileProgress } from './file-rules.ts';
import type { Attachment } from './use-attachments.ts';

/** How the test of a screen is sent: one that is new, or one that is there. */
interface SendOptions<Body extends object> {
  /** For the browser's console when it fails. */
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
    onSettled: () => setProgress(null),
  });

  return {
    send: (draft: Draft, chosen: readonly Attachment[]) => mutation.mutateAsync({ draft, chosen }),
    sending: mutation.isPending,
    progress,
    errors,
    /** What was edited is no longer wrong. */
    clearErrors: (...fields: string[]) => setErrors((now) => withoutErrors(now, fields)),
    forgetErrors: () => setErrors(NO_ERRORS),
  };
}

export type TestSender = ReturnType<typeof useSendTest>;

/** Focuses the first field that the server refused. */
export function focusFirstError(): void {
  document.querySelector<HTMLElement>('form [aria-invalid="true"]:not(:disabled)')?.focus();
}
