/** Username, role and what it allows, and the name, which the owner may change. */
import { Button, Group, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@textprobe/contract/profile';
import { formatDateTime } from '@textprobe/domain/display';
import { ROLE_MEANINGS } from '@textprobe/domain/role-words';
import { useState } from 'react';
import { changeProfile } from '../../api/profile.ts';
import { signOnName } from '../../api/sign-on.ts';
import { FormError } from '../../ui/form-dialog.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

/** The key of the profile's query. */
export const PROFILE = ['profile'];

export function AccountSection({ profile }: { profile: Profile }) {
  const { username, role, createdAt, hasPassword } = profile;
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="profile-account">
      <Title order={2} id="profile-account" mb="xs">
        Account
      </Title>
      <Table variant="vertical" withRowBorders={false} mb="md">
        <Table.Tbody>
          <Table.Tr>
            <Table.Th w={100}>Username</Table.Th>
            <Table.Td>{username}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th>Created</Table.Th>
            <Table.Td>{formatDateTime(createdAt)}</Table.Td>
          </Table.Tr>
          {!hasPassword && (
            <Table.Tr>
              <Table.Th>Login</Table.Th>
              <Table.Td>With {signOnName() ?? 'single sign-on'}, without a password here.</Table.Td>
            </Table.Tr>
          )}
          <Table.Tr>
            <Table.Th>Role</Table.Th>
            <Table.Td>
              <Text span inherit fw={600} tt="capitalize">
                {role}
              </Text>
              . {ROLE_MEANINGS[role]}
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <NameForm profile={profile} />
    </Paper>
  );
}

function NameForm({ profile: { name } }: { profile: Profile }) {
  const [isSaved, setSaved] = useState(false);
  const { form, refusal, isSaving, onSubmit } = useServerForm({ initialValues: { name } });
  const queries = useQueryClient();

  const submit = onSubmit('save the name', async (values) => {
    const saved = await changeProfile(values);
    queries.setQueryData(PROFILE, saved);
    form.setInitialValues({ name: saved.name });
    form.reset();
    setSaved(true);
  });

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm" maw={440}>
        <TextInput
          {...form.getInputProps('name')}
          name="name"
          label="Name"
          description="Optional, at most 100 characters."
          autoComplete="name"
          spellCheck={false}
        />
        <FormError>{refusal}</FormError>
        <Group>
          <Button type="submit" variant="default" aria-disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save name'}
          </Button>
          <Text role="status" size="sm">
            {isSaved && !form.isDirty() && 'Name saved.'}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
