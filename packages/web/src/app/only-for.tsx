/** A screen for some roles; the others read who may open it (ACCT-1). */
import { Anchor, Text } from '@mantine/core';
import { type Role, rolesInWords } from '@textprobe/domain/roles';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useMay } from '../ui/role.tsx';
import { Screen, ScreenHeader } from '../ui/screen.tsx';

export function onlyFor(roles: readonly Role[], Opened: ComponentType): ComponentType {
  return function OnlyFor() {
    return useMay(roles) ? <Opened /> : <Refused roles={roles} />;
  };
}

function Refused({ roles }: { roles: readonly Role[] }) {
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
