/** The navigation: logo, search, links, color scheme, the current user and Logout (NAV-1). */
import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { OPERATORS_AND_AUDITORS } from '@textprobe/domain/roles';
import { useContext } from 'react';
import { NavLink, useLocation } from 'react-router';
import { TokensBadge } from '../accounts/tokens/tokens-badge.tsx';
import { isDemo } from '../api/first-steps-mode.ts';
import { RequestsBadge } from '../features/accounts/requests-badge.tsx';
import { LinksDown } from '../features/gateways/links-down.tsx';
import { GATEWAYS, SCREENS, SETTINGS } from '../features/palette/screens.ts';
import { PALETTE_KEY } from '../features/palette/shortcuts.ts';
import { Keys, keyText } from '../ui/keys.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountRole } from '../ui/role.tsx';
import { useLogout } from './use-logout.tsx';
import './navigation.css';
import { FirstStepsLink } from './first-steps-link.tsx';

const SCHEMES = {
  auto: { next: 'light', icon: IconDeviceDesktop, label: 'Colors follow the system' },
  light: { next: 'dark', icon: IconSun, label: 'Light colors' },
  dark: { next: 'auto', icon: IconMoon, label: 'Dark colors' },
} as const;

interface NavigationProps {
  readonly username: string;
  readonly onSearch: () => void;
}

export function Navigation({ username, onSearch }: NavigationProps) {
  const logOut = useLogout();
  const role = useContext(AccountRole);
  const { pathname } = useLocation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = SCHEMES[colorScheme];

  return (
    <nav className="nav" aria-label="Main">
      <div className="nav-brand">
        <Logo size={28} />
        <span className="shell-name">Textprobe</span>
      </div>
      <button
        type="button"
        className="nav-search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-tip={keyText(PALETTE_KEY)}
        onClick={onSearch}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        Search…
        <span className="nav-search-keys" aria-hidden>
          <Keys of={PALETTE_KEY} />
        </span>
      </button>
      <div className="nav-links">
        {/* Each screen may be where a step was done. */}
        {!isDemo() && OPERATORS_AND_AUDITORS.includes(role) && <FirstStepsLink key={pathname} />}
        {SCREENS.filter(({ roles, isMinor }) => !isMinor && roles.includes(role)).map(
          ({ to, label, icon: Icon }) => (
            <NavLink key={to} to={to} className="nav-link">
              <Icon size={18} stroke={1.7} aria-hidden />
              {label}
              {to === GATEWAYS && <LinksDown />}
              {to === SETTINGS && <RequestsBadge />}
              {to === SETTINGS && <TokensBadge />}
            </NavLink>
          ),
        )}
      </div>
      <div className="nav-foot">
        <div className="nav-user">
          <span className="nav-avatar" aria-hidden>
            {username.slice(0, 1).toUpperCase()}
          </span>
          <span className="nav-username">{username}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${scheme.label}; switch`}
            data-tip={scheme.label}
            onClick={() => setColorScheme(scheme.next)}
          >
            <scheme.icon size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
        <button type="button" className="nav-link" onClick={() => void logOut()}>
          <IconLogout size={18} stroke={1.7} aria-hidden />
          Logout
        </button>
      </div>
    </nav>
  );
}
