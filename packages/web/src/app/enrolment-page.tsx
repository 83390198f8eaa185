/** Takes the place of the console until an account that needs two-factor login has set it up (ACCT-6): nothing else works. */
import { Button, Stack, Text } from '@mantine/core';
import type { SessionData } from '../features/accounts/guard.ts';
import { TwoFactorSetup } from '../features/profile/two-factor/two-factor-setup.tsx';
import { PlainPage } from '../ui/plain-page.tsx';
import { useLogout } from './use-logout.tsx';

export function EnrolmentPage({ user: { username } }: { readonly user: SessionData['user'] }) {
  const logOut = useLogout();
  return (
    <PlainPage tab="Two-factor login" title="Two-factor login is required" focusTitle>
      <Stack>
        <Text>
          Your administrator requires it for {username}: logging in then needs your password and a code of an
          authenticator app on your phone. Set it up to continue.
        </Text>
        {/* A fresh page, on the screen that was asked for. */}
        <TwoFactorSetup username={username} onDone={() => window.location.reload()} />
        <Button variant="subtle" color="gray" onClick={() => void logOut()}>
          Log out
        </Button>
      </Stack>
    </PlainPage>
  );
}
