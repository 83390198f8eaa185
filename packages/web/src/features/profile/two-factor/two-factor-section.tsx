/** Two-factor login of one's own account: its state, setting it up and turning it off (ACCT-6). */
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@textprobe/contract/profile';
import { endTwoFactor } from '../../../api/two-factor.ts';
import { counted } from '../../../ui/counted.ts';
import { useListAction } from '../../../ui/list-action.tsx';
import { PROFILE } from '../account-section.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

export function TwoFactorSection({ profile }: { readonly profile: Profile }) {
  const { twoFactor, recoveryCodesLeft, username } = profile;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: PROFILE });
  const run = useListAction(refresh);

  const turnOff = () =>
    run({
      what: 'turn off two-factor login',
      question: {
        text: 'Turn off two-factor login?',
        confirmLabel: 'Turn off',
        details: 'Your password alone will be enough to log in. The recovery codes stop working.',
      },
      act: endTwoFactor,
      done: 'Two-factor login is off.',
    });

  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="profile-two-factor">
      <Title order={2} id="profile-two-factor" mb="xs">
        Two-factor login
      </Title>
      <Text c="dimmed" mb="sm">
        {twoFactor
          ? `On. Logging in needs your password and a code of your authenticator app. ${leftInWords(recoveryCodesLeft)}`
          : 'Off. With it, logging in needs your password and a code of an authenticator app on your phone.'}
      </Text>
      <Group>
        {twoFactor ? (
          <Button variant="default" onClick={() => void turnOff()}>
            Turn off
          </Button>
        ) : (
          <TwoFactorSetup username={username} onDone={() => void refresh()} />
        )}
      </Group>
    </Paper>
  );
}

/** At this many or fewer, the section says how to get new ones. */
const FEW = 3;

function leftInWords(left: number): string {
  const words = left === 0 ? 'No recovery codes are left.' : `${counted(left, 'recovery code')} left.`;
  return left > FEW ? words : `${words} To get new ones, turn it off and set it up again.`;
}
