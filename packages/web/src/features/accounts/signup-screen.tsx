/** The signup screen (SIGNUP-1 to 4): sends nothing, and says that an administrator creates accounts. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { dialogs } from '../../ui/dialogs.tsx';
import { PlainPage, ToLogin } from '../../ui/plain-page.tsx';

const FIELD = { size: 'md', required: true, withAsterisk: false };
const NEW_PASSWORD = { ...FIELD, type: 'password', autoComplete: 'new-password' };

export function SignupScreen() {
  const navigate = useNavigate();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (form.get('password') !== form.get('confirmPassword')) await dialogs.alert('Passwords do not match!');
    else await navigate('/create-tests');
  }

  return (
    <PlainPage tab="Create account" title="Create Your Account">
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">Ask an administrator for an account: this form does not create one.</Text>
          <TextInput {...FIELD} label="Username" name="username" autoComplete="username" />
          <TextInput {...FIELD} label="Email" name="email" type="email" autoComplete="email" />
          <TextInput {...NEW_PASSWORD} label="Password" name="password" />
          <TextInput {...NEW_PASSWORD} label="Confirm Password" name="confirmPassword" />
          <Button type="submit" size="md" mt="xs">
            Create Account
          </Button>
          <Button variant="default" size="md">
            Google
          </Button>
          <Button variant="default" size="md">
            Facebook
          </Button>
          <ToLogin>Already have an account?</ToLogin>
        </Stack>
      </form>
    </PlainPage>
  );
}
