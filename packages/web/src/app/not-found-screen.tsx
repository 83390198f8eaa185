/** An address of the console at which there is no screen. */
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { Screen } from './screen.tsx';

export function NotFoundScreen() {
  return (
    <Screen title="Nothing here">
      <Title order={1}>Nothing here</Title>
      <Text c="dimmed" mt={8}>
        There is no screen at this address.{' '}
        <Anchor component={Link} to="/tests">
          Go to Tests
        </Anchor>
      </Text>
    </Screen>
  );
}
