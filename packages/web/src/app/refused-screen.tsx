/** In place of a screen that the role does not allow: who may open it (ACCT-1). */
import { Anchor, Text } from '@mantine/core';
import { rolesInWords } from '@textprobe/domain/role-words';
import type { Role } from '@textprobe/domain/roles';
import { Link } from 'react-router';
import { Screen, ScreenHeader } from '../ui/screen.tsx';

export function RefusedScreen({ roles }: { roles: readonly Role[] }) {
  return (
    <Screen title="Not allowed">
      <ScreenHeader title="Not allowed" />
      <Text c="dimmed">
        Only {rolesInWords(roles)} can open this screen. Ask an administrator for another role.{' '}
        <Anchor component={Link} to="/tests" underline="always">
          Go to Tests
        </Anchor>
      </Text>
    </Screen>
  );
}
