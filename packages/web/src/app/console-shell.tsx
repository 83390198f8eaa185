/** The frame of the console: side navigation (a top bar on narrow screens) and the screen (NAV-1). */
import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLoaderData, useLocation } from 'react-router';
import { useEffect } from 'react';
import { useArrivalFocus } from './arrival-focus.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import type { SessionData } from './guard.ts';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { Providers } from './providers.tsx';
import { SessionWatch } from './session-watch.tsx';

export function ConsoleShell() {
  const { user } = useLoaderData<SessionData>();
  const [menuOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // The menu closes whenever the address changes.
  useEffect(close, [close, pathname]);
  useArrivalFocus();

  return (
    <Providers>
      <SessionWatch user={user} />
      <ConnectionBanner />
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell
        padding={0}
        header={{ height: 52, collapsed: false }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
        classNames={{ header: 'shell-header', navbar: 'shell-navbar', main: 'shell-main' }}
      >
        <AppShell.Header hiddenFrom="sm">
          <Group h="100%" px={16} justify="space-between">
            <Group gap={8}>
              <Logo size={26} />
              <span className="shell-name">Textprobe</span>
            </Group>
            <Burger
              opened={menuOpen}
              onClick={toggle}
              size="sm"
              aria-label={menuOpen ? 'Close the menu' : 'Open the menu'}
            />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar data-open={menuOpen || undefined}>
          <Navigation username={user.username} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </Providers>
  );
}
