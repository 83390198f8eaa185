/** The tokens of an account, to revoke; those of a service account and one's own are also created here (TOKEN-2). */
import { Anchor, Group, Text } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { ManagedAccount } from '@textprobe/contract/account-management';
import { CreateToken } from '../../../accounts/tokens/create-token.tsx';
import { TokenList } from '../../../accounts/tokens/token-list.tsx';
import { TOKENS } from '../../../accounts/tokens/tokens-query.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';

const WIDTH_PX = 720;

interface TokensDialogProps {
  readonly account: ManagedAccount;
  /** Whether it is the user's own account. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

export function TokensDialog({ account, isOwn, onClose }: TokensDialogProps) {
  const { username, service, state } = account;
  const queries = useQueryClient();
  const isFetching = useIsFetching({ queryKey: TOKENS }) > 0;
  const isDisabled = state === 'disabled';
  const mayCreate = (service && !isDisabled) || isOwn;
  return (
    <FormDialog title={`Tokens of ${username}`} size={WIDTH_PX} onClose={onClose}>
      {isDisabled && (
        <Text mb="md">
          The account is disabled, so its tokens do not work.{service && ' Enable it to create one.'}
        </Text>
      )}
      <TokenList
        owner={account}
        empty={
          service ? (
            <>
              No tokens yet. With a token, a program calls the API as this account. See the{' '}
              <Anchor href="/api/docs" inherit underline="always">
                API documentation
              </Anchor>
              .
            </>
          ) : (
            'No tokens.'
          )
        }
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <RefreshButton
          isFetching={isFetching}
          onClick={() => void queries.invalidateQueries({ queryKey: TOKENS })}
        />
        {mayCreate && <CreateToken owner={account} />}
      </Group>
    </FormDialog>
  );
}
