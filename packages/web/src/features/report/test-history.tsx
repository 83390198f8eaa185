/** Who created, changed and stopped the test (AUDIT-4). */
import { List, Paper, Title } from '@mantine/core';
import type { Report } from '@textprobe/contract/messages';
import { formatDateTime } from '@textprobe/domain/display';

const DONE = { created: 'Created', updated: 'Changed', stopped: 'Stopped' };

export function TestHistory({ history }: Pick<Report, 'history'>) {
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="history-title">
      <Title order={2} id="history-title" mt={32} mb={12}>
        History
      </Title>
      <Paper withBorder p="md">
        <List listStyleType="none" size="sm">
          {history.map(({ what, at, by, token }) => (
            <List.Item key={at}>
              {DONE[what]}
              {by !== null && ` by ${by}`}
              {token !== null && ` with the token ${token}`}, {formatDateTime(at)}
            </List.Item>
          ))}
        </List>
      </Paper>
    </section>
  );
}
