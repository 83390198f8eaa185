/** Shown for a URL without a screen. */
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Screen, ScreenHeader } from '../ui/screen.tsx';

export function NotFoundScreen() {
  return (
    <Screen title="Page not found">
      <ScreenHeader title="Page not found" />
      <Text c="dimmed">
        There is no page at this address.{' '}
        <Anchor component={Link} to="/tests" underline="always">
          Go to Tests
        </Anchor>
      </Text>
    </Screen>
  );
}
