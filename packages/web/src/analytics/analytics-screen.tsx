/** Reports and Analytics: says honestly that figures over all tests are not part of this version. */
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { Screen } from '../app/screen.tsx';

export function AnalyticsScreen() {
  return (
    <Screen title="Reports and Analytics">
      <Title order={1}>Reports and Analytics</Title>
      <Text c="dimmed" mt={8} maw={560}>
        Figures over all tests are not part of this version. The report of each test has its own:{' '}
        <Anchor component={Link} to="/tests">
          open one from Tests
        </Anchor>
        .
      </Text>
    </Screen>
  );
}
