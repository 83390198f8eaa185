/** What the server refused in a form: the errors of its fields, and a sentence for what belongs to none of them. */
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, fieldErrors, NO_ERRORS, withoutErrors } from './field-errors.ts';
import { reasonOf } from './problem-reasons.tsx';

/** @param fields those that show their own errors, as the server names them */
export function useFormErrors(fields: readonly string[]) {
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  return {
    /** The ref of the form element: the first field with an error gets the focus. */
    form,
    errors,
    refusal,
    isSaving,
    /** Shows errors that were found before anything was sent. */
    show: setErrors,
    /** Once the field was edited. */
    clear(field: string): void {
      setErrors((now) => withoutErrors(now, [field]));
      setRefusal(null);
    },
    /** Does nothing while a save is running. @param what completes "Failed to", for the log */
    async save(what: string, act: () => Promise<void>): Promise<void> {
      if (isSaving) return;
      setSaving(true);
      setErrors(NO_ERRORS);
      setRefusal(null);
      try {
        await act();
      } catch (error) {
        console.error(`Failed to ${what}`, error);
        const found = fieldErrors(error);
        setErrors(found);
        if (!fields.some((field) => found[field] !== undefined)) setRefusal(reasonOf(error));
      }
      setSaving(false);
    },
  };
}
