/** Open account requests, shown above the accounts, to approve or decline (ACCT-8); auditors only read them. Renders nothing if there are none. */
import { Box, Button, Flex, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignupRequest } from '@textprobe/contract/signup-requests';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { HttpError } from '../../../api/http.ts';
import { declineSignup } from '../../../api/signup-requests.ts';
import { useListAction } from '../../../ui/list-action.tsx';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { relativeTimestamp, useNow } from '../../../ui/relative-time.ts';
import { Only } from '../../../ui/role.tsx';
import { signupRequestsQuery } from '../requests-badge.tsx';

interface RequestsSectionProps {
  readonly onApprove: (request: SignupRequest) => void;
}

export function RequestsSection({ onApprove }: RequestsSectionProps) {
  const { data = [], error } = useQuery(signupRequestsQuery);
  const now = useNow(30_000);
  const queries = useQueryClient();
  const run = useListAction(() => queries.invalidateQueries(signupRequestsQuery));

  const decline = ({ id, username }: SignupRequest) =>
    run({
      what: `decline the request from ${username}`,
      question: {
        text: `Decline the request from ${username}?`,
        confirmLabel: 'Decline',
        details: 'It is deleted, and the person is not notified.',
      },
      act: () => declineSignup(id),
      done: `Declined the request from ${username}.`,
    });

  // After a 401 the list of accounts asks for a login.
  const isFailed = error !== null && !(error instanceof HttpError && error.status === 401);
  return (
    <>
      {isFailed && <LoadFailure>The requests could not be loaded.</LoadFailure>}
      {data.length > 0 && (
        <Paper component="section" withBorder radius="lg" p="md" mb="lg" aria-labelledby="signup-requests">
          <Title order={2} id="signup-requests">
            Requests
          </Title>
          <Box component="ul" m={0} p={0}>
            {data.map((request) => {
              const { id, username, email, browser, address, createdAt, isUsernameTaken } = request;
              return (
                <Flex
                  component="li"
                  key={id}
                  wrap="wrap"
                  justify="space-between"
                  align="center"
                  gap="xs"
                  mt="sm"
                >
                  <Box miw={0}>
                    <Text>
                      <strong>{username}</strong> {email}
                    </Text>
                    <Group c="dimmed" fz="sm" gap="0 16px">
                      <span>{relativeTimestamp(createdAt, now)}</span>
                      <span>{address}</span>
                      <span>{browser}</span>
                    </Group>
                    {isUsernameTaken && (
                      <Text size="sm" c="red">
                        There is already an account with this username.
                      </Text>
                    )}
                  </Box>
                  <Only roles={ADMINISTRATORS}>
                    <Group gap="xs">
                      {!isUsernameTaken && (
                        <Button
                          variant="default"
                          size="compact-sm"
                          aria-label={`Approve ${username}…`}
                          onClick={() => onApprove(request)}
                        >
                          Approve…
                        </Button>
                      )}
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Decline ${username}`}
                        onClick={() => void decline(request)}
                      >
                        Decline
                      </Button>
                    </Group>
                  </Only>
                </Flex>
              );
            })}
          </Box>
        </Paper>
      )}
    </>
  );
}
