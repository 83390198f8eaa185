/** What the palette lists: entries in groups, and those that need no search: screens and actions. */
import { useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  type IconSend,
  IconSun,
} from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { AccountRole } from '../../ui/role.tsx';
import { matchesNamed } from './match.ts';
import { SCREENS } from './screens.ts';
import { SHORTCUTS_KEY } from './shortcuts.ts';

export interface Entry {
  /** Unique, and the same after another search. */
  readonly key: string;
  readonly icon: typeof IconSend;
  readonly label: ReactNode;
  /** The second line. */
  readonly detail?: ReactNode;
  /** Says where it leads, unless the label does. */
  readonly hint?: string;
  readonly shortcut?: string;
  /** Whether it is the current setting. */
  readonly isOn?: boolean;
  /** Where it leads, or what it does. */
  readonly to?: string;
  readonly run?: () => void;
  /** Whether the palette stays open. */
  readonly stays?: boolean;
}

export interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

interface Actions {
  readonly onShortcuts: () => void;
  readonly onLogout: () => void;
}

/** The matching screens and actions; all of them if nothing is typed. */
export function useOwnEntries(text: string, { onShortcuts, onLogout }: Actions): readonly Group[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const colors = (scheme: typeof colorScheme, label: string, icon: Entry['icon']) => ({
    key: `colors ${scheme}`,
    icon,
    label,
    also: 'color scheme theme mode',
    isOn: colorScheme === scheme,
    run: () => setColorScheme(scheme),
  });
  const actions = [
    colors('light', 'Use light colors', IconSun),
    colors('dark', 'Use dark colors', IconMoon),
    colors('auto', 'Use the system’s colors', IconDeviceDesktop),
    {
      key: 'shortcuts',
      icon: IconKeyboard,
      label: 'Show keyboard shortcuts',
      also: 'help keys',
      shortcut: SHORTCUTS_KEY,
      run: onShortcuts,
    },
    { key: 'logout', icon: IconLogout, label: 'Log out', also: 'logout sign out', run: onLogout },
  ];
  const role = useContext(AccountRole);
  const screens = SCREENS.filter(({ roles }) => roles.includes(role)).map((screen) => ({
    key: screen.to,
    ...screen,
  }));
  return [
    { name: 'Screens', entries: screens.filter(({ label, also }) => matchesNamed(text, label, also)) },
    { name: 'Actions', entries: actions.filter(({ label, also }) => matchesNamed(text, label, also)) },
  ];
}
