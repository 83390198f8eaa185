/** One's own tokens, and those that end within seven days (TOKEN-3). */
import { Alert, Anchor, Group, Paper, Title } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { CreateToken } from '../../accounts/tokens/create-token.tsx';
import { TokenList, type TokenOwner } from '../../accounts/tokens/token-list.tsx';
import { endWords } from '../../accounts/tokens/token-words.ts';
import { useEndingTokens } from '../../accounts/tokens/tokens-query.ts';

export function TokensSection({ owner }: { owner: TokenOwner }) {
  const { ending, now } = useEndingTokens();
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="profile-tokens">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="profile-tokens">
          Tokens
        </Title>
        <CreateToken owner={owner} size="compact-sm" />
      </Group>
      {ending.length > 0 && (
        <Alert
          variant="default"
          icon={<IconClockExclamation size={18} color="var(--tp-danger)" aria-hidden />}
          mb="md"
          role="note"
        >
          {ending.map((token) => (
            <div key={token.id}>
              <strong>{token.name}</strong> {endWords(token, now)?.toLowerCase()}.
            </div>
          ))}
          Create a new token, and replace the old one in your programs before then.
        </Alert>
      )}
      <TokenList
        owner={owner}
        empty={
          <>
            No tokens yet. With a token, a program calls the API without your password. See the{' '}
            <Anchor href="/api/docs" inherit underline="always">
              API documentation
            </Anchor>
            .
          </>
        }
      />
    </Paper>
  );
}
