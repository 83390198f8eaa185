/** The state of the form that changes the password. */
import { useQueryClient } from '@tanstack/react-query';
import { passwordFault } from '@textprobe/domain/password-rule';
import { useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { createIntents } from '../../api/intent.ts';
import { changePassword } from '../../api/profile.ts';
import { type FieldErrors, fieldErrors, NO_ERRORS, withoutErrors } from '../../ui/field-errors.ts';
import { PROFILE, SESSIONS } from './profile-keys.ts';

const EMPTY = { currentPassword: '', newPassword: '' };
type Draft = typeof EMPTY;

export function usePasswordChange(username: string) {
  const [draft, setDraft] = useState(EMPTY);
  const [shown, setShown] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Counted, so that the focus moves again after the same error.
  const [refusals, setRefusals] = useState(0);
  const [state, setState] = useState<'' | 'saving' | 'saved'>('');
  // After a lost answer the current password may already be the new one: the same key gets that answer.
  const [intents] = useState(createIntents);
  const queries = useQueryClient();

  function refuse(found: FieldErrors, sentence: string | null) {
    setErrors(found);
    setRefusal(sentence);
    setRefusals((before) => before + 1);
    setState('');
  }

  async function send() {
    setState('saving');
    setErrors(NO_ERRORS);
    setRefusal(null);
    try {
      await changePassword(draft, intents.keyFor(draft));
    } catch (error) {
      const found = fieldErrors(error);
      if (found !== NO_ERRORS && Object.keys(found).length > 0) return refuse(found, null);
      console.error('Failed to change the password', error);
      const detail = error instanceof HttpError ? error.detail : 'The server could not be reached.';
      return refuse(NO_ERRORS, `The password was not changed. ${detail}`);
    }
    intents.done();
    setDraft(EMPTY);
    setShown(false);
    setState('saved');
    void queries.invalidateQueries({ queryKey: PROFILE });
    void queries.invalidateQueries({ queryKey: SESSIONS });
  }

  return {
    draft,
    shown,
    errors,
    /** What applies to no field. */
    refusal,
    refusals,
    state,
    toggle: () => setShown((before) => !before),
    edit(field: keyof Draft, value: string) {
      setDraft((before) => ({ ...before, [field]: value }));
      setErrors((before) => withoutErrors(before, [field]));
      setState('');
    },
    async submit() {
      if (state === 'saving') return;
      const found = localErrors(draft, username);
      if (Object.keys(found).length > 0) refuse(found, null);
      else await send();
    },
  };
}

/** What the server would refuse, without its list of common passwords. */
function localErrors({ currentPassword, newPassword }: Draft, username: string): FieldErrors {
  const fault = passwordFault(newPassword, username);
  return {
    ...(currentPassword === '' && { currentPassword: 'Enter your current password.' }),
    ...(fault !== null && { newPassword: fault.message }),
  };
}
