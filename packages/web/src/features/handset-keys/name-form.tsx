/** Names a key or source: a new key with its phone, or another name for one that exists; or sets a Twilio token. */
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { phonesQuery } from '../../directory/use-directory.ts';
import { DialogButtons, FormError, IN_DIALOG } from '../../ui/form-dialog.tsx';
import { useFormErrors } from '../../ui/use-form-errors.ts';

const LABELS = { label: 'Label', name: 'Name', secret: 'New auth token' };

interface NameFormProps {
  /** What the API calls the name. */
  readonly field: keyof typeof LABELS;
  /** Null: a new key, whose phone is chosen too, and whose label is optional. */
  readonly name: string | null;
  /** Rejects with the server's refusal. @param phoneId 0: none was asked for */
  readonly onSubmit: (name: string, phoneId: number) => Promise<void>;
  readonly onCancel: () => void;
}

export function NameForm({ field, name: before, onSubmit, onCancel }: NameFormProps) {
  const isNew = before === null;
  const [name, setName] = useState(before ?? '');
  const [phone, setPhone] = useState<string | null>(null);
  const { form, errors, refusal, isSaving, show, clear, save } = useFormErrors([field, 'phoneID']);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isNew && phone === null) return show({ phoneID: 'Choose a phone.' });
    await save(`save the ${LABELS[field].toLowerCase()}`, () => onSubmit(name, Number(phone)));
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack>
        {isNew && (
          <PhoneSelect
            value={phone}
            error={errors.phoneID}
            onChange={(chosen) => {
              setPhone(chosen);
              clear('phoneID');
            }}
          />
        )}
        <TextInput
          label={LABELS[field]}
          {...(field === 'secret' && { type: 'password' })}
          {...(isNew && { placeholder: 'Optional: which app or script uses it' })}
          autoComplete="off"
          data-autofocus={!isNew || undefined}
          value={name}
          error={errors[field]}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            clear(field);
          }}
        />
        <FormError>{refusal}</FormError>
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isSaving}>
            {isSaving ? 'Saving...' : isNew ? 'Create key' : 'Save'}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface PhoneSelectProps {
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** Limit of rendered options; typing narrows a longer list. */
const DRAWN = 50;

function PhoneSelect(props: PhoneSelectProps) {
  const { data = [], isPending } = useQuery(phonesQuery());
  return (
    <Select
      {...IN_DIALOG}
      {...props}
      label="Phone"
      placeholder="Choose a phone"
      data-autofocus
      limit={DRAWN}
      data={data.map(({ id, name, phoneNumber }) => ({ value: String(id), label: `${name} ${phoneNumber}` }))}
      nothingFoundMessage={isPending ? 'Loading...' : 'No match'}
    />
  );
}
