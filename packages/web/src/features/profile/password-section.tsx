/** Changes the password; faults are shown at their field, and success says that the other sessions have ended. */
import { Box, Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@textprobe/contract/profile';
import { formatDateTime } from '@textprobe/domain/display';
import { PASSWORD_RULE, passwordFault } from '@textprobe/domain/password-rule';
import { useState } from 'react';
import { createIntents } from '../../api/intent.ts';
import { changePassword } from '../../api/profile.ts';
import { FormError } from '../../ui/form-dialog.tsx';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { PROFILE } from './account-section.tsx';
import { SESSIONS } from './sessions-section.tsx';

export function PasswordSection({ profile: { username, passwordChangedAt } }: { profile: Profile }) {
  const [isShown, setShown] = useState(false);
  const [isSaved, setSaved] = useState(false);
  // After a lost answer the current password may already be the new one: the same key gets that answer.
  const [intents] = useState(createIntents);
  const queries = useQueryClient();
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (password) => (password === '' ? 'Enter your current password.' : null),
      // The server also has a list of common passwords.
      newPassword: (password) => passwordFault(password, username)?.message,
    },
  });

  const submit = onSubmit('change the password', async (passwords) => {
    setSaved(false);
    await changePassword(passwords, intents.keyFor(passwords));
    intents.done();
    form.reset();
    setShown(false);
    setSaved(true);
    void queries.invalidateQueries({ queryKey: PROFILE });
    void queries.invalidateQueries({ queryKey: SESSIONS });
  });
  const type = isShown ? 'text' : 'password';

  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="profile-password">
      <Title order={2} id="profile-password" mb="xs">
        Password
      </Title>
      <Text c="dimmed" mb="sm">
        {passwordChangedAt === null
          ? 'Not changed since the account was created.'
          : `Last changed ${formatDateTime(passwordChangedAt)}.`}{' '}
        Changing it ends all your other sessions.
      </Text>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm" maw={440}>
          {/* Password managers read the username here. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <TextInput
            {...form.getInputProps('currentPassword')}
            type={type}
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            spellCheck={false}
          />
          <Box>
            <TextInput
              {...form.getInputProps('newPassword')}
              type={type}
              name="newPassword"
              label="New password"
              description={PASSWORD_RULE}
              autoComplete="new-password"
              spellCheck={false}
              mb="xs"
            />
            <PasswordStrength
              // An error at the field says more.
              password={form.errors.newPassword === undefined ? form.values.newPassword : ''}
              username={username}
            />
          </Box>
          <FormError>{refusal && `The password was not changed. ${refusal}`}</FormError>
          <Group>
            <Button type="submit" aria-disabled={isSaving}>
              {isSaving ? 'Changing...' : 'Change password'}
            </Button>
            <Checkbox
              label="Show passwords"
              checked={isShown}
              onChange={({ currentTarget }) => setShown(currentTarget.checked)}
            />
            <Text role="status" size="sm">
              {isSaved && !form.isDirty() && 'Password changed. All your other sessions have ended.'}
            </Text>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
