/** One form for the first partner, its client and its office, which are created together (DIR-4). */
import { Button, TextInput } from '@mantine/core';
import type { FirstOfficeBody } from '@textprobe/contract/first-steps';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createFirstOffice } from '../../../api/first-steps.ts';
import { createIntents } from '../../../api/intent.ts';
import { fieldErrors, NO_ERRORS, withoutErrors } from '../../../ui/field-errors.ts';
import { FormError } from '../../../ui/form-dialog.tsx';
import { reasonOf } from '../../../ui/problem-reasons.tsx';
import classes from './first-steps.module.css';

const FIELDS = [
  { name: 'partner', label: 'Partner' },
  { name: 'client', label: 'Client' },
  { name: 'office', label: 'Office' },
  { name: 'phoneNumber', label: 'Phone number of the office', placeholder: '(213) 555-0142' },
] as const;
const EMPTY: FirstOfficeBody = { partner: '', client: '', office: '', phoneNumber: '' };

export function FirstOfficeForm({ onCreated }: { readonly onCreated: () => void }) {
  const [body, setBody] = useState(EMPTY);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [intents] = useState(createIntents);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    setErrors(NO_ERRORS);
    setRefusal(null);
    try {
      await createFirstOffice(body, intents.keyFor(body));
      onCreated();
    } catch (error) {
      console.error('Failed to create the office', error);
      const found = fieldErrors(error);
      setErrors(found);
      if (!FIELDS.some(({ name }) => found[name] !== undefined)) setRefusal(reasonOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form ref={form} className={classes.form} aria-label="First office" noValidate onSubmit={submit}>
      {FIELDS.map(({ name, ...input }) => (
        <TextInput
          key={name}
          {...input}
          name={name}
          type={name === 'phoneNumber' ? 'tel' : 'text'}
          autoComplete="off"
          value={body[name]}
          error={errors[name]}
          onChange={({ currentTarget: { value } }) => {
            setBody((now) => ({ ...now, [name]: value }));
            setErrors((now) => withoutErrors(now, [name]));
          }}
        />
      ))}
      <FormError>{refusal}</FormError>
      <Button type="submit" aria-disabled={isSaving} className={classes.submit ?? ''}>
        {isSaving ? 'Creating...' : 'Create all three'}
      </Button>
    </form>
  );
}
