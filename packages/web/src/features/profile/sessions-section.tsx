/** The account's sessions: where they are logged in, and ending them. */
import { Badge, Button, Flex, Group, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '@textprobe/contract/profile';
import { formatDateTime } from '@textprobe/domain/display';
import { HttpError } from '../../api/http.ts';
import { endOtherSessions, endSession } from '../../api/profile.ts';
import { counted } from '../../ui/counted.ts';
import { useListAction } from '../../ui/list-action.tsx';
import { relativeTimestamp, useNow } from '../../ui/relative-time.ts';

/** The key of the query of the sessions. */
export const SESSIONS = ['own-sessions'];

export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  const now = useNow(30_000);
  const queries = useQueryClient();
  const others = sessions.filter(({ current }) => !current);

  const run = useListAction(() => queries.invalidateQueries({ queryKey: SESSIONS }));

  const end = ({ id, browser }: OwnSession) =>
    run({
      what: 'end the session',
      act: () => endSession(id).catch(ignoreEnded),
      done: `${browser} is logged out.`,
    });

  const endOthers = () =>
    run({
      what: 'end the other sessions',
      question: {
        text: `End ${counted(others.length, 'other session')}?`,
        confirmLabel: 'End all others',
        details: 'Those browsers and programs have to log in again. This session stays.',
        danger: false,
      },
      act: endOtherSessions,
      done: 'All other sessions have ended.',
    });

  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="profile-sessions">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="profile-sessions">
          Sessions
        </Title>
        {others.length > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => void endOthers()}>
            End all others
          </Button>
        )}
      </Group>
      <Flex component="ul" direction="column" gap="md" m={0} p={0} aria-label="Sessions">
        {[...sessions.filter(({ current }) => current), ...others].map((session) => {
          const { id, browser, address, createdAt, lastActiveAt, current } = session;
          return (
            <Flex component="li" key={id} justify="space-between" align="center" gap="md">
              <div>
                <Group gap="xs">
                  <Text fw={550}>{browser}</Text>
                  {current && (
                    <Badge variant="light" tt="none">
                      This session
                    </Badge>
                  )}
                </Group>
                <Group c="dimmed" fz="sm" gap="0 16px">
                  <span>{address}</span>
                  <span>Last used {relativeTimestamp(lastActiveAt, now)}</span>
                  <span>Logged in {formatDateTime(createdAt)}</span>
                </Group>
              </div>
              {!current && (
                <Button
                  variant="default"
                  size="compact-sm"
                  flex="none"
                  aria-label={`End ${browser} at ${address}`}
                  onClick={() => void end(session)}
                >
                  End
                </Button>
              )}
            </Flex>
          );
        })}
      </Flex>
    </Paper>
  );
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof HttpError && error.problem?.code === 'session.unknown')) throw error;
}
