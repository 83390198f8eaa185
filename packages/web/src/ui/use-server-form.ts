/**
 * A form of `@mantine/form` whose values are sent to the server: the server's refusal is shown at its fields, or in a sentence if it
 * belongs to none of them.
 */
import { type UseFormInput, useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldErrors } from './field-errors.ts';
import { reasonOf } from './problem-reasons.tsx';

/** @param options as for `useForm`; its fields are named as the server names them */
export function useServerForm<Values extends Record<string, unknown>>(options: UseFormInput<Values>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useForm<Values>({ ...options, onValuesChange: () => setRefusal(null) });

  function focusFirst(errors: object): void {
    const [field] = Object.keys(errors);
    const input = field === undefined ? null : form.getInputNode(field);
    // A group of radio buttons has no focus of its own.
    (input?.querySelector<HTMLElement>('input:checked') ?? input)?.focus();
  }

  return {
    form,
    /** Why the form was refused, if no field says so. */
    refusal,
    isSaving,
    /**
     * Handles the form's submit: validates, then saves once at a time.
     * @param what completes "Failed to", for the log
     */
    onSubmit: (what: string, save: (values: Values) => Promise<void>) =>
      form.onSubmit(async (values) => {
        if (isSaving) return;
        setSaving(true);
        setRefusal(null);
        try {
          await save(values);
        } catch (error) {
          console.error(`Failed to ${what}`, error);
          const errors = fieldErrors(error);
          const known = Object.fromEntries(Object.entries(errors).filter(([field]) => field in values));
          form.setErrors(known);
          if (Object.keys(known).length === 0) setRefusal(reasonOf(error));
          focusFirst(known);
        }
        setSaving(false);
      }, focusFirst),
  };
}
