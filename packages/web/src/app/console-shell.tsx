/** The frame of the console: navigation at the side (at the top on narrow screens) and the screen (NAV-1). */
import { ActionIcon } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { IconMenu2, IconSearch, IconX } from '@tabler/icons-react';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import type { Role } from '@textprobe/domain/roles';
import {
  type Dispatch,
  lazy,
  type SetStateAction,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { Outlet, useLoaderData, useLocation, useMatches } from 'react-router';
import { followConnection, isReachable, noteNoAnswer } from '../api/connection.ts';
import type { SessionData } from '../features/accounts/guard.ts';
import { LinksDownAnnouncement, LinksDownNotice } from '../features/gateways/links-down.tsx';
import { Palette, type PaletteState } from '../features/palette/palette.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountRole } from '../ui/role.tsx';
import { useFocusRecovery, useScreenFocus } from '../ui/screen-focus.ts';
import { Tips } from '../ui/tips.tsx';
import { Navigation } from './navigation.tsx';
import { ProofWatch } from './proof-watch.tsx';
import { createQueryClient } from './query-client.ts';
import '@mantine/notifications/styles.layer.css';
import './console.css';
import { RefusedScreen } from './refused-screen.tsx';
import { SessionWatch } from './session-watch.tsx';
import { useLogout } from './use-logout.tsx';

const EnrolmentPage = lazy(async () => ({
  default: (await import('./enrolment-page.tsx')).EnrolmentPage,
}));

const BUTTON = { variant: 'transparent', color: 'var(--tp-text)', size: 36 } as const;

export function ConsoleShell() {
  const { user } = useLoaderData<SessionData>();
  const [queryClient] = useState(createQueryClient);
  const [menuOpen, { toggle, close }] = useDisclosure(false);
  const [palette, setPalette] = useState<PaletteState>(null);
  const search = () => setPalette('palette');
  const { pathname } = useLocation();
  // Close the menu on navigation.
  useEffect(close, [close, pathname]);
  useScreenFocus();
  useFocusRecovery();

  if (user.mustEnrol === true)
    return (
      <QueryClientProvider client={queryClient}>
        <SessionWatch user={user} isLive={false} />
        <ProofWatch username={user.username} />
        <Suspense>
          <EnrolmentPage user={user} />
        </Suspense>
      </QueryClientProvider>
    );

  return (
    <AccountRole value={user.role}>
      <QueryClientProvider client={queryClient}>
        <SessionWatch user={user} />
        {/* Leaving the screen cancels its calls that wait for the password. */}
        <ProofWatch key={pathname} username={user.username} />
        <ConnectionBanner />
        <LinksDownAnnouncement />
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <header className="shell-header">
          <Logo size={26} />
          <span className="shell-name">Textprobe</span>
          <LinksDownNotice />
          <ActionIcon {...BUTTON} aria-label="Search…" aria-haspopup="dialog" onClick={search}>
            <IconSearch size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            {...BUTTON}
            aria-expanded={menuOpen}
            aria-label={menuOpen ? 'Close the menu' : 'Open the menu'}
            onClick={toggle}
          >
            {menuOpen ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
          </ActionIcon>
        </header>
        <div className="shell-navbar" data-open={menuOpen || undefined}>
          <Navigation username={user.username} onSearch={search} />
        </div>
        <main id="main" className="shell-main" tabIndex={-1}>
          <AllowedScreen role={user.role} />
          {/* Both inside main, because screen readers skip content outside all landmarks. */}
          <Tips />
          <Notifications position="bottom-center" autoClose={6_000} withinPortal={false} />
        </main>
        <ConsolePalette shown={palette} onShow={setPalette} />
      </QueryClientProvider>
    </AccountRole>
  );
}

/** The screen of the URL; its route names the roles that may open it. */
function AllowedScreen({ role }: { role: Role }) {
  const roles = useMatches().at(-1)?.handle as readonly Role[] | undefined;
  if (roles === undefined || roles.includes(role)) return <Outlet />;
  return <RefusedScreen roles={roles} />;
}

interface ConsolePaletteProps {
  readonly shown: PaletteState;
  readonly onShow: Dispatch<SetStateAction<PaletteState>>;
}

function ConsolePalette(props: ConsolePaletteProps) {
  const logOut = useLogout();
  return <Palette {...props} onLogout={() => void logOut()} />;
}

export function ConnectionBanner() {
  const reachable = useSyncExternalStore(followConnection, isReachable);
  const queries = useQueryClient();
  useWindowEvent('offline', noteNoAnswer);
  useEffect(() => {
    if (reachable) return;
    return () => void queries.invalidateQueries();
  }, [reachable, queries]);

  // Always rendered, so that screen readers announce what appears in it.
  return (
    <div className="connection" role="status">
      {!reachable && (
        <p className="connection-lost">
          <strong>Connection lost.</strong> Reconnecting automatically…
        </p>
      )}
    </div>
  );
}
