/** Keeps a gateway that is written in the form, and tries it before; what the server refuses is told field by field. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Gateway } from '@textprobe/contract/gateways';
import { useEffect, useRef, useState } from 'react';
import { createGateway, type TriedGateway, trySettings, updateGateway } from '../../../api/gateways.ts';
import { createIntents } from '../../../api/intent.ts';
import { withoutErrors } from '../../../ui/field-errors.ts';
import { defaultsOf, type GatewayDraft, missingFields, settingsOf } from './gateway-draft.ts';
import {
  asLabelled,
  type GatewayErrors,
  gatewayErrors,
  isWrong,
  missingErrors,
  NO_GATEWAY_ERRORS,
} from './setting-errors.ts';

const NOT_YET = 'Not tested: correct the marked settings first.';
const NOT_TRIED = 'Not tested: see the error above.';

/**
 * @param stored the gateway that is changed, as it was when the form was opened; null: a new one
 * @param onSaved told before the list of gateways knows of it
 */
export function useSetup(stored: Gateway | null, onSaved: (saved: Gateway) => void) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState(NO_GATEWAY_ERRORS);
  const [refusals, setRefusals] = useState(0);
  const [tried, setTried] = useState<TriedGateway | null>(null);
  const [intents] = useState(createIntents);
  const trial = useRef<AbortController>(null);
  useEffect(() => () => trial.current?.abort(), []);

  const refuse = (told: GatewayErrors) => {
    setErrors(told);
    setRefusals((before) => before + 1);
  };

  /** @returns whether all is written that must be; else it is said where */
  const isWhole = (missing: readonly string[]) => {
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
      // At once in its place; which of them is the default one the server tells a moment later.
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
      return trySettings(which, settingsOf(draft, stored), trial.current.signal);
    },
    onMutate: () => {
      setErrors(NO_GATEWAY_ERRORS);
      setTried(null);
    },
    onSuccess: ({ ok, words }, { kind }) => {
      // The answer may have come in the very moment of the edit.
      if (trial.current?.signal.aborted) return;
      setTried({ ok, words: asLabelled(words, kind) });
    },
    onError: (error, { kind }) => {
      if (error.name === 'AbortError') return;
      console.error('Failed to test the gateway', error);
      const told = gatewayErrors(error, kind);
      refuse(told);
      setTried({ ok: false, words: told.others.length > 0 ? NOT_TRIED : NOT_YET });
    },
  });

  return {
    /** Null: refused, and it is told why. */
    save: (draft: GatewayDraft): Promise<Gateway | null> =>
      isWhole(missingFields(draft, stored))
        ? saving.mutateAsync(draft).catch(() => null)
        : Promise.resolve(null),
    saving: saving.isPending,
    /** Without a name, too. */
    tryOut(draft: GatewayDraft) {
      if (isWhole(missingFields(draft, stored).filter((field) => field !== 'name'))) trying.mutate(draft);
      else setTried({ ok: false, words: NOT_YET });
    },
    trying: trying.isPending,
    tried: isWrong(errors) && tried?.ok === true ? null : tried,
    errors,
    /** One more with each refusal: then the focus goes to what is wrong. */
    refusals,
    /** What was edited is no longer wrong, and what the carrier said was said to something else. */
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
