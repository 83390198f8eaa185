/** The dialogs of Handset keys: the form of a new key; secrets, shown once; and the form of one text, such as another name. */
import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createHandsetKey, pingCommand } from '../../api/handset-keys.ts';
import { createIntents } from '../../api/intent.ts';
import { phonesQuery } from '../../directory/use-directory.ts';
import { CopyOnce } from '../../ui/copy-once.tsx';
import { DialogButtons, FormDialog, IN_DIALOG } from '../../ui/form-dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { useRefresh } from './use-handset-keys.ts';

const LABELS = { label: 'Label', name: 'Name', secret: 'New auth token' };

interface Secrets {
  readonly title: string;
  readonly about: string;
  readonly secrets: readonly (readonly [label: string, value: string])[];
}

interface TextForm {
  readonly title: string;
  /** What the API calls the text. */
  readonly field: keyof typeof LABELS;
  readonly before: string;
  /** Rejects with the server's refusal. @returns what was done, as a sentence */
  readonly save: (typed: string) => Promise<string>;
}

export type Shown = 'new' | Secrets | TextForm;

/** @param more follows what to do with it */
export function newKeySecrets(key: string, more = ''): Secrets {
  return {
    title: 'New handset key',
    about: `Enter it in the app or script on the phone. It is not shown again. ${more}`,
    secrets: [
      ['Key', key],
      ['Command to test it: a ping', pingCommand(key)],
    ],
  };
}

interface KeyDialogProps {
  readonly shown: Shown;
  readonly onShow: (shown: Shown | null) => void;
}

export function KeyDialog({ shown, onShow }: KeyDialogProps) {
  const close = () => onShow(null);
  if (shown === 'new') return <NewKeyDialog onMade={(key) => onShow(newKeySecrets(key))} onClose={close} />;
  if ('field' in shown) return <TextDialog {...shown} onClose={close} />;
  return (
    <FormDialog title={shown.title} onClose={close}>
      <Stack gap="sm">
        <Text>{shown.about}</Text>
        {shown.secrets.map(([label, value], index) => (
          <CopyOnce key={label} label={label} value={value} isFirst={index === 0} />
        ))}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={close}>
          Done
        </Button>
      </DialogButtons>
    </FormDialog>
  );
}

/** Limit of rendered options; typing narrows a longer list. */
const DRAWN = 50;

interface NewKeyDialogProps {
  readonly onMade: (key: string) => void;
  readonly onClose: () => void;
}

function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const [intents] = useState(createIntents);
  const refresh = useRefresh();
  const phones = useQuery(phonesQuery());
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    initialValues: { phoneId: null as string | null, label: '' },
    validate: { phoneId: (id) => (id === null ? 'Choose a phone.' : null) },
  });
  const submit = onSubmit('create the handset key', async ({ phoneId, label }) => {
    const body = { phoneId: Number(phoneId), label };
    onMade((await createHandsetKey(body, intents.keyFor(body))).key);
    void refresh();
  });
  const options = phones.data?.map(({ id, name, phoneNumber }) => ({
    value: String(id),
    label: `${name} ${phoneNumber}`,
  }));
  return (
    <FormDialog title="Create a handset key" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Select
            {...IN_DIALOG}
            {...form.getInputProps('phoneId')}
            label="Phone"
            placeholder="Choose a phone"
            data-autofocus
            limit={DRAWN}
            data={options ?? []}
            nothingFoundMessage={phones.isPending ? 'Loading...' : 'No match'}
          />
          <TextInput
            {...form.getInputProps('label')}
            label="Label"
            placeholder="Optional: which app or script uses it"
            autoComplete="off"
          />
        </Stack>
        <FormEnd refusal={refusal} isSaving={isSaving} submitLabel="Create key" onCancel={onClose} />
      </form>
    </FormDialog>
  );
}

function TextDialog({ title, field, before, save, onClose }: TextForm & { readonly onClose: () => void }) {
  const refresh = useRefresh();
  const { form, refusal, isSaving, onSubmit } = useServerForm<Record<string, string>>({
    initialValues: { [field]: before },
  });
  const submit = onSubmit(`save the ${LABELS[field].toLowerCase()}`, async ({ [field]: typed = '' }) => {
    notifications.show({ message: await save(typed) });
    onClose();
    void refresh();
  });
  return (
    <FormDialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextInput
          {...form.getInputProps(field)}
          label={LABELS[field]}
          type={field === 'secret' ? 'password' : 'text'}
          autoComplete="off"
          data-autofocus
        />
        <FormEnd refusal={refusal} isSaving={isSaving} submitLabel="Save" onCancel={onClose} />
      </form>
    </FormDialog>
  );
}
