/**
 * The page that a link opens (/welcome): someone who was invited, or lost the password, chooses a new one, then logs in. The token leaves
 * the address bar at once, so that it is in no history entry and no screenshot.
 */
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { AccountLink } from '@textprobe/contract/account-links';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { acceptLink, checkLink } from '../../api/account-links.ts';
import { HttpError } from '../../api/http.ts';
import { PlainPage, Refusal, ToLogin } from '../../ui/plain-page.tsx';
import { reasonOf } from '../../ui/problem-reasons.tsx';
import { useLinkSecret } from '../../ui/use-link-secret.ts';
import { useServerForm } from '../../ui/use-server-form.ts';

/** The link's owner; null while the server checks it; a sentence if it does not work. */
type Checked = AccountLink | string | null;

const TAB = 'Welcome';

export function WelcomeScreen() {
  const token = useLinkSecret();
  const [checked, setChecked] = useState<Checked>(
    token === '' ? 'The code is missing. Open the complete link that you were sent.' : null,
  );

  useEffect(() => {
    if (token === '') return;
    const abort = new AbortController();
    checkLink(token, abort.signal).then(setChecked, (error: unknown) => {
      if (abort.signal.aborted) return;
      console.warn('The link was not accepted', error);
      setChecked(reasonOf(error));
    });
    return () => abort.abort();
  }, [token]);

  if (checked === null) return <PlainPage tab={TAB} title="Checking the link…" />;
  if (typeof checked === 'string') {
    return (
      <PlainPage tab={TAB} title="This link cannot be used">
        <Text role="alert" c="dimmed" mb="lg">
          {checked}
        </Text>
        <ToLogin>Already have a password?</ToLogin>
      </PlainPage>
    );
  }
  const { purpose, name, username } = checked;
  const isInvited = purpose === 'invitation';
  return (
    <PlainPage tab={TAB} title={isInvited ? `Welcome, ${name || username}` : 'Choose a new password'}>
      <Text c="dimmed" mb="md">
        {isInvited
          ? 'Choose a password for your account, then log in with it.'
          : 'It replaces the old one, and logs you out everywhere.'}
      </Text>
      <PasswordForm token={token} username={username} onRefused={setChecked} />
    </PlainPage>
  );
}

interface PasswordFormProps {
  readonly token: string;
  readonly username: string;
  /** Why the link no longer works, as a sentence. */
  readonly onRefused: (reason: string) => void;
}

function PasswordForm({ token, username, onRefused }: PasswordFormProps) {
  const navigate = useNavigate();
  const { form, refusal, isSaving, onSubmit } = useServerForm({ initialValues: { password: '' } });

  const submit = onSubmit('set the password', async ({ password }) => {
    try {
      await acceptLink(token, password);
      await navigate('/login', { replace: true, state: { username } });
    } catch (error) {
      const isDead = error instanceof HttpError && error.problem?.code === 'link.unknown';
      if (!isDead) throw error;
      onRefused(reasonOf(error));
    }
  });

  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          size="md"
          label="Username"
          name="username"
          value={username}
          autoComplete="username"
          readOnly
        />
        <PasswordInput
          {...form.getInputProps('password')}
          size="md"
          label="New password"
          description="At least 12 characters. A few unrelated words are easy to remember."
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <Refusal>{refusal}</Refusal>
        <Button type="submit" size="md" mt="xs" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Set password'}
        </Button>
      </Stack>
    </form>
  );
}
