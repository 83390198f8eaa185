/** The sign-up screen with SIGNUP=request (ACCT-8): sends a request for an account, on which an administrator decides. */
import { Box, Button, Stack, Text, TextInput } from '@mantine/core';
import { PASSWORD_RULE } from '@textprobe/domain/password-rule';
import { useState } from 'react';
import { requestAccount } from '../../api/signup.ts';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { PlainPage, Refusal, ToLogin } from '../../ui/plain-page.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

const TAB = 'Create account';

export function SignupRequestScreen() {
  const [isSent, setSent] = useState(false);
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    initialValues: { username: '', email: '', password: '', confirmPassword: '' },
    validate: {
      confirmPassword: (typed, { password }) => (typed === password ? null : 'Enter the same password.'),
    },
  });
  if (isSent) {
    return (
      <PlainPage key="sent" tab={TAB} title="Request sent" focusTitle>
        <Text c="dimmed" mb="lg">
          An administrator will review it. You get no email: try to log in later with your username and
          password, which work once the request is approved.
        </Text>
        <ToLogin />
      </PlainPage>
    );
  }
  const submit = onSubmit('request an account', async ({ confirmPassword: _same, ...body }) => {
    await requestAccount(body);
    setSent(true);
  });
  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    name,
    size: 'md',
    required: true,
    withAsterisk: false,
    autoCapitalize: 'none',
    spellCheck: false,
  });
  return (
    <PlainPage tab={TAB} title="Create Your Account">
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">An administrator reviews each request and chooses what you can see.</Text>
          <TextInput {...field('username')} label="Username" autoComplete="username" />
          <TextInput {...field('email')} label="Email" type="email" autoComplete="email" />
          <Box>
            <TextInput
              {...field('password')}
              label="Password"
              description={PASSWORD_RULE}
              type="password"
              autoComplete="new-password"
              mb="xs"
            />
            <PasswordStrength
              // An error at the field says more.
              password={form.errors.password === undefined ? form.values.password : ''}
              username={form.values.username}
            />
          </Box>
          <TextInput
            {...field('confirmPassword')}
            label="Confirm Password"
            type="password"
            autoComplete="new-password"
          />
          <Refusal>{refusal}</Refusal>
          <Button type="submit" size="md" aria-disabled={isSaving}>
            {isSaving ? 'Sending...' : 'Request account'}
          </Button>
          <ToLogin>Already have an account?</ToLogin>
        </Stack>
      </form>
    </PlainPage>
  );
}
