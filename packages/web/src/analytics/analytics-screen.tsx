/** Reports and Analytics: says honestly that figures over all tests are not part of this version. */
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Screen, ScreenHeader } from '../app/screen.tsx';

export function AnalyticsScreen() {
  return (
    <Screen title="Reports and Analytics">
      <ScreenHeader title="Reports and Analytics" />
      <Text c="dimmed" maw={560}>
        Figures over all tests are not part of this version. The report of each test has its own:{' '}
        <Anchor component={Link} to="/tests" underline="always">
          open one from Tests
        </Anchor>
        .
      </Text>
    </Screen>
  );
}
