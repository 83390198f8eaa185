/** Saves the gateway in the form, or tests it before; shows the server's errors by field. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Gateway } from '@textprobe/contract/gateways';
import { useEffect, useRef, useState } from 'react';
import { type ConnectionTest, createGateway, testSettings, updateGateway } from '../../../api/gateways.ts';
import { isUnproven } from '../../../api/http.ts';
import { createIntents } from '../../../api/intent.ts';
import { withoutErrors } from '../../../ui/field-errors.ts';
import { defaultsOf, type GatewayDraft, missingFields, settingsOf } from './gateway-draft.ts';
import {
  asLabeled,
  type GatewayErrors,
  gatewayErrors,
  hasErrors,
  missingErrors,
  NO_GATEWAY_ERRORS,
} from './setting-errors.ts';

const NOT_YET = 'Not tested: correct the marked settings first.';
const NOT_TESTED = 'Not tested: see the error above.';

/**
 * @param stored the edited gateway as it was when the form opened; null for a new one
 * @param onSaved called before the list of gateways is updated
 */
export function useSetup(stored: Gateway | null, onSaved: (saved: Gateway) => void) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState(NO_GATEWAY_ERRORS);
  const [refusals, setRefusals] = useState(0);
  const [tried, setTried] = useState<ConnectionTest | null>(null);
  const [intents] = useState(createIntents);
  const trial = useRef<AbortController>(null);
  useEffect(() => () => trial.current?.abort(), []);

  const refuse = (found: GatewayErrors) => {
    setErrors(found);
    setRefusals((before) => before + 1);
  };

  /** @returns whether all required fields are filled in; otherwise shows the errors */
  const isComplete = (missing: readonly string[]) => {
    if (missing.length > 0) refuse(missingErrors(missing));
    return missing.length === 0;
  };

  const saving = useMutation({
    mutationFn: async (draft: GatewayDraft) => {
      const write = {
        name: draft.name.trim(),
        ...defaultsOf(draft, stored),
        settings: settingsOf(draft, stored),
      };
      const key = intents.keyFor({ kind: draft.kind, write });
      const saved = await (stored === null
        ? createGateway({ ...write, kind: draft.kind }, key)
        : updateGateway(stored.id, write, key));
      intents.done();
      onSaved(saved);
      return saved;
    },
    onMutate: () => setErrors(NO_GATEWAY_ERRORS),
    onError: (error, { kind }) => {
      console.error('Failed to save the gateway', error);
      refuse(gatewayErrors(error, kind));
    },
    onSuccess: (saved) => {
      // Show it in the list at once; a refetch then updates the defaults of the others.
      queries.setQueryData<Gateway[]>(['gateways'], (all) =>
        all === undefined ? all : withGateway(all, saved),
      );
      void queries.invalidateQueries({ queryKey: ['gateways'] });
    },
  });

  const trying = useMutation({
    mutationFn: (draft: GatewayDraft) => {
      trial.current?.abort();
      trial.current = new AbortController();
      const which = stored === null ? { kind: draft.kind } : { id: stored.id };
      return testSettings(which, settingsOf(draft, stored), trial.current.signal);
    },
    onMutate: () => {
      setErrors(NO_GATEWAY_ERRORS);
      setTried(null);
    },
    onSuccess: ({ ok, words }, { kind }) => {
      // The response may arrive during an edit, which makes it obsolete.
      if (trial.current?.signal.aborted) return;
      setTried({ ok, words: asLabeled(words, kind) });
    },
    onError: (error, { kind }) => {
      if (error.name === 'AbortError' || isUnproven(error)) return;
      console.error('Failed to test the gateway', error);
      const found = gatewayErrors(error, kind);
      refuse(found);
      setTried({ ok: false, words: found.others.length > 0 ? NOT_TESTED : NOT_YET });
    },
  });

  return {
    /** Null if the server rejected it; the errors are shown. */
    save: (draft: GatewayDraft): Promise<Gateway | null> =>
      isComplete(missingFields(draft, stored))
        ? saving.mutateAsync(draft).catch(() => null)
        : Promise.resolve(null),
    saving: saving.isPending,
    /** Works without a name. */
    testConnection(draft: GatewayDraft) {
      if (isComplete(missingFields(draft, stored).filter((field) => field !== 'name'))) trying.mutate(draft);
      else setTried({ ok: false, words: NOT_YET });
    },
    trying: trying.isPending,
    tried: hasErrors(errors) && tried?.ok === true ? null : tried,
    errors,
    /** Increases with each rejection, which moves the focus to the first error. */
    refusals,
    /** Clears the error of the edited field and the result of the last test, which no longer apply. */
    edited(field: string) {
      trial.current?.abort();
      setErrors((now) => ({ ...now, fields: withoutErrors(now.fields, [field]) }));
      setTried(null);
    },
    forgetErrors: () => setErrors(NO_GATEWAY_ERRORS),
  };
}

function withGateway(all: readonly Gateway[], saved: Gateway): Gateway[] {
  const others = all.filter(({ id }) => id !== saved.id);
  return [...others, saved].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}
