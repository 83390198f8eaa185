/** One form for the first partner, its client and its office, which are created together (DIR-4). */
import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createFirstOffice } from '../../../api/first-steps.ts';
import { createIntents } from '../../../api/intent.ts';
import { FormError } from '../../../ui/form-dialog.tsx';
import { useServerForm } from '../../../ui/use-server-form.ts';

export function FirstOfficeForm({ onCreated }: { readonly onCreated: () => void }) {
  const [intents] = useState(createIntents);
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    initialValues: { partner: '', client: '', office: '', phoneNumber: '' },
  });
  const submit = onSubmit('create the office', async (body) => {
    await createFirstOffice(body, intents.keyFor(body));
    onCreated();
  });

  return (
    <form aria-label="First office" noValidate onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...form.getInputProps('partner')} label="Partner" autoComplete="off" />
        <TextInput {...form.getInputProps('client')} label="Client" autoComplete="off" />
        <TextInput {...form.getInputProps('office')} label="Office" autoComplete="off" />
        <TextInput
          {...form.getInputProps('phoneNumber')}
          label="Phone number of the office"
          placeholder="(213) 555-0142"
          type="tel"
          autoComplete="off"
        />
      </SimpleGrid>
      <FormError>{refusal}</FormError>
      <Group justify="end" mt="md">
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Creating...' : 'Create all three'}
        </Button>
      </Group>
    </form>
  );
}
