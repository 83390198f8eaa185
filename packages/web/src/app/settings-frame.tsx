/** The frame of the settings: their own navigation beside the screen, or above it on a narrow one. */
import { ALL_ROLES, AUDITORS } from '@textprobe/domain/roles';
import { useContext } from 'react';
import { NavLink, Outlet } from 'react-router';
import { TokensBadge } from '../accounts/tokens/tokens-badge.tsx';
import { RequestsBadge } from '../features/accounts/requests-badge.tsx';
import { AccountRole } from '../ui/role.tsx';
import classes from './settings-frame.module.css';

const PROFILE = '/settings/profile';
const ACCOUNTS = '/settings/accounts';
const SCREENS = [
  { to: PROFILE, label: 'Profile', roles: ALL_ROLES },
  { to: ACCOUNTS, label: 'Accounts', roles: AUDITORS },
  { to: '/settings/audit', label: 'Audit trail', roles: AUDITORS },
  { to: '/settings/handsets', label: 'Handset keys', roles: AUDITORS },
] as const;

export function SettingsFrame() {
  const role = useContext(AccountRole);
  return (
    <div className={classes.frame}>
      <nav className={classes.nav} aria-label="Settings">
        <ul>
          {SCREENS.filter(({ roles }) => roles.includes(role)).map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={classes.link ?? ''}>
                {label}
                {to === ACCOUNTS && <RequestsBadge />}
                {to === PROFILE && <TokensBadge />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  );
}
