/** Profile: one's own account, password, two-factor login, sessions and tokens (ACCT-5). */
import { Skeleton, Stack } from '@mantine/core';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { TOKENS } from '../../accounts/tokens/tokens-query.ts';
import { getOwnSessions, getProfile } from '../../api/profile.ts';
import { useCallOptions } from '../../ui/call-options.ts';
import { LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { AccountSection, PROFILE } from './account-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SESSIONS, SessionsSection } from './sessions-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import { TwoFactorSection } from './two-factor/two-factor-section.tsx';

export function ProfileScreen() {
  const { optionsOf, markRequested } = useCallOptions();
  const profile = useQuery({
    queryKey: PROFILE,
    queryFn: (context) => getProfile(optionsOf(context)),
    meta: { purpose: 'load the account' },
  });
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: (context) => getOwnSessions(optionsOf(context)),
    meta: { purpose: 'load the sessions' },
    staleTime: 0,
  });
  const queries = useQueryClient();
  const isFetchingTokens = useIsFetching({ queryKey: TOKENS }) > 0;
  const refresh = () => {
    markRequested();
    void queries.invalidateQueries({ queryKey: TOKENS });
    void profile.refetch();
    void sessions.refetch();
  };
  return (
    <Screen title="Profile">
      <ScreenHeader title="Profile" hasTimes>
        <RefreshButton
          isFetching={profile.isFetching || sessions.isFetching || isFetchingTokens}
          onClick={refresh}
        />
      </ScreenHeader>
      {profile.isError && <LoadFailure>Your account could not be loaded.</LoadFailure>}
      {sessions.isError && <LoadFailure>Your sessions could not be loaded.</LoadFailure>}
      <Stack maw={760} aria-busy={profile.isPending}>
        {profile.isPending && <Skeleton h={280} radius="lg" />}
        {profile.data && (
          <>
            <AccountSection profile={profile.data} />
            {profile.data.hasPassword && <PasswordSection profile={profile.data} />}
            {profile.data.hasPassword && <TwoFactorSection profile={profile.data} />}
          </>
        )}
        {sessions.data && <SessionsSection sessions={sessions.data} />}
        {profile.data && <TokensSection owner={profile.data} />}
      </Stack>
    </Screen>
  );
}
