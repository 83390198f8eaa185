/** Sends the draft (CREATE-18, CREATE-19): what the server refuses is told in an alert and beside the fields it names. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError } from '../../calls/http.ts';
import { createIntents } from '../../calls/intent.ts';
import { createSMSTest } from '../../calls/tests.ts';
import { clientsQuery, officesQuery, partnersQuery } from '../../directory/use-directory.ts';
import type { Draft } from '../form/draft.ts';
import { type DirectoryLoader, toCreateBody } from '../form/recipients.ts';

/** By the payload's field: what to do about it. */
export type FieldErrors = Readonly<Record<string, string>>;
const NO_ERRORS: FieldErrors = {};

export function useCreateTest() {
  const queries = useQueryClient();
  const [errors, setErrors] = useState(NO_ERRORS);
  const [intents] = useState(createIntents);
  const load: DirectoryLoader = {
    partnerIds: async () => idsOf(await queries.ensureQueryData(partnersQuery())),
    clientIds: async (partners) => idsOf(await queries.ensureQueryData(clientsQuery(partners))),
    officeIds: async (clients) => idsOf(await queries.ensureQueryData(officesQuery(clients))),
  };
  const mutation = useMutation({
    mutationFn: async (draft: Draft) => {
      const body = await toCreateBody(draft, load);
      const made = await createSMSTest(body, intents.keyFor(body));
      intents.done();
      return made;
    },
    onMutate: () => setErrors(NO_ERRORS),
    onError: (error) => {
      console.error('Failed to create the test', error);
      setErrors(fieldErrors(error));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tests'] }),
  });
  return {
    create: mutation.mutateAsync,
    creating: mutation.isPending,
    errors,
    /** An edited field is no longer wrong. */
    clearError: (...fields: string[]) =>
      setErrors((now) =>
        Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))),
      ),
  };
}

/** A nested field (`officeIDs.3`) counts to the one on the screen; the first word about each is shown. */
function fieldErrors(error: unknown): FieldErrors {
  const told = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
  return Object.fromEntries(
    told.toReversed().map(({ field, message }) => [field.split('.', 1)[0] ?? field, message]),
  );
}

function idsOf(entries: readonly { id: number }[]): number[] {
  return entries.map(({ id }) => id);
}
