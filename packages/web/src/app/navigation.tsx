/** The navigation: logo, links, color scheme, the current user and Logout (NAV-1). */
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBuildingBroadcastTower,
  IconChartLine,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSend,
  IconSun,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { NavLink, useNavigate } from 'react-router';
import { logout } from '../api/accounts.ts';
import { LinksDown } from '../features/gateways/links-down.tsx';
import { useDialogs } from '../ui/dialog-provider.tsx';
import { Logo } from '../ui/logo.tsx';
import { unsentDrafts } from '../ui/unsent-drafts.ts';
import { endLiveEvents } from './live-stream.ts';

const GATEWAYS = '/gateways';
const LINKS = [
  { to: '/tests', label: 'Tests', icon: IconSend },
  { to: '/reports', label: 'Analytics', icon: IconChartLine },
  { to: '/create-tests', label: 'Create Test', icon: IconPlus },
  { to: GATEWAYS, label: 'Gateways', icon: IconBuildingBroadcastTower },
];

const SCHEMES = {
  auto: { next: 'light', icon: IconDeviceDesktop, label: 'Colors follow the system' },
  light: { next: 'dark', icon: IconSun, label: 'Light colors' },
  dark: { next: 'auto', icon: IconMoon, label: 'Dark colors' },
} as const;

export function Navigation({ username }: { username: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const dialogs = useDialogs();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = SCHEMES[colorScheme];

  async function leave() {
    // The current form has its own leave guard; a logout also discards drafts of forms left earlier.
    const drafts = unsentDrafts(sessionStorage);
    const mayLogOut =
      drafts.length === 0 ||
      (await dialogs.confirm('Log out and discard unsent work?', {
        details: <p>This discards {new Intl.ListFormat('en').format(drafts)}.</p>,
        confirmLabel: 'Log out',
        cancelLabel: 'Stay',
        danger: true,
      }));
    if (!mayLogOut) return;
    // Pending calls would be rejected once the session has ended.
    endLiveEvents();
    await queries.cancelQueries();
    await logout();
    queries.clear();
    await navigate('/login', { replace: true });
  }

  return (
    <nav className="nav" aria-label="Main">
      <div className="nav-brand">
        <Logo size={28} />
        <span className="shell-name">Textprobe</span>
      </div>
      <div className="nav-links">
        {LINKS.map(({ to, label, icon: Icon }) => (
          <NavLink key={to} to={to} className="nav-link">
            <Icon size={18} stroke={1.7} aria-hidden />
            {label}
            {to === GATEWAYS && <LinksDown />}
          </NavLink>
        ))}
      </div>
      <div className="nav-foot">
        <div className="nav-user">
          <span className="nav-avatar" aria-hidden>
            {username.slice(0, 1).toUpperCase()}
          </span>
          <span className="nav-username">{username}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={`${scheme.label}; switch`}
            data-tip={scheme.label}
            onClick={() => setColorScheme(scheme.next)}
          >
            <scheme.icon size={18} stroke={1.7} aria-hidden />
          </button>
        </div>
        <button type="button" className="nav-link" onClick={() => void leave()}>
          <IconLogout size={18} stroke={1.7} aria-hidden />
          Logout
        </button>
      </div>
    </nav>
  );
}
