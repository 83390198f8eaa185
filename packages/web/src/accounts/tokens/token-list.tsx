/** The tokens of an account, each with what it may do, when it ends and when it was last used; they are revoked here (TOKEN-3). */
import { Badge, Box, Button, Code, Flex, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiToken } from '@textprobe/contract/api-tokens';
import { formatDateTime } from '@textprobe/domain/display';
import type { Role } from '@textprobe/domain/roles';
import { type ReactNode, useState } from 'react';
import { revokeApiToken } from '../../api/api-tokens.ts';
import { HttpError } from '../../api/http.ts';
import { useListAction } from '../../ui/list-action.tsx';
import { Pages, pageCount } from '../../ui/pages.tsx';
import { LoadFailure } from '../../ui/refresh-button.tsx';
import { partnersInWords } from '../rights-words.ts';
import { usePartnerNames } from '../use-partner-names.ts';
import { allPartnersOf, endWords, isExpired, lastUseWords, roleWords } from './token-words.ts';
import { PAGE_SIZE, TOKENS, tokensQuery, useNowSince } from './tokens-query.ts';

/** The account that has the tokens. */
export interface TokenOwner {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  /** Null: all. */
  readonly partnerIds: readonly number[] | null;
}

interface TokenListProps {
  readonly owner: TokenOwner;
  /** Shown if there are none. */
  readonly empty: ReactNode;
}

/** Needs a Refresh button beside it. */
export function TokenList({ owner, empty }: TokenListProps) {
  const [page, setPage] = useState(1);
  const { data, dataUpdatedAt, isError, isPending } = useQuery({
    ...tokensQuery(owner.id, page),
    placeholderData: keepPreviousData,
  });
  const now = useNowSince(dataUpdatedAt);
  const partners = usePartnerNames(data?.tokens);
  const queries = useQueryClient();
  const run = useListAction(() => queries.invalidateQueries({ queryKey: TOKENS }));

  const revoke = ({ id, name }: ApiToken) =>
    run({
      what: `revoke ${name}`,
      question: {
        text: `Revoke ${name}?`,
        confirmLabel: 'Revoke',
        details: 'Programs that use it get 401 at once. It cannot be restored.',
      },
      act: () => revokeApiToken(id).catch(ignoreRevoked),
      done: `Revoked ${name}.`,
    });

  const { tokens = [], total = 0 } = data ?? {};
  // Its last token may have been revoked.
  const lastPage = pageCount(total, PAGE_SIZE);
  if (page > lastPage && data !== undefined) setPage(lastPage);
  return (
    <>
      {isError && (
        <LoadFailure>
          The tokens could not be loaded{data ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      {isPending && <Skeleton h={44} radius="md" aria-label="Loading tokens" />}
      {data && total === 0 && <Text c="dimmed">{empty}</Text>}
      {tokens.length > 0 && (
        <Flex component="ul" direction="column" gap="md" m={0} p={0} aria-label="Tokens">
          {tokens.map((token) => (
            <Flex component="li" key={token.id} justify="space-between" align="center" gap="md">
              <Box miw={0}>
                <TokenName token={token} now={now} />
                <Group c="dimmed" fz="sm" gap="0 16px">
                  <span>{roleWords(token, owner)}</span>
                  <span>{partnersInWords(token.partnerIds, partners, allPartnersOf(owner))}</span>
                  {token.proof && <span>Changes that need a password</span>}
                  <span>
                    {isExpired(token, now) ? 'Expired' : 'Expires'} {formatDateTime(token.expiresAt)}
                  </span>
                  <span>{lastUseWords(token, now)}</span>
                </Group>
              </Box>
              <Button
                variant="default"
                size="compact-sm"
                flex="none"
                aria-label={`Revoke ${token.name}`}
                onClick={() => void revoke(token)}
              >
                Revoke
              </Button>
            </Flex>
          ))}
        </Flex>
      )}
      {total > PAGE_SIZE && (
        <Pages page={page} pageSize={PAGE_SIZE} total={total} noun="token" onPage={setPage} />
      )}
    </>
  );
}

function TokenName({ token, now }: { token: ApiToken; now: number }) {
  const { name, prefix } = token;
  const end = endWords(token, now);
  return (
    <Group gap="xs">
      <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Code>{prefix}…</Code>
      {end !== null && (
        <Badge
          tt="none"
          {...(isExpired(token, now)
            ? { variant: 'default' }
            : { c: 'var(--tp-danger)', bg: 'var(--tp-danger-soft)' })}
        >
          {end}
        </Badge>
      )}
    </Group>
  );
}

/** By someone else, in the meantime. */
function ignoreRevoked(error: unknown): void {
  if (!(error instanceof HttpError && error.problem?.code === 'token.unknown')) throw error;
}
