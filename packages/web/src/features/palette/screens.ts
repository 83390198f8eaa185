/** The screens that can be opened from anywhere. */
import {
  IconAddressBook,
  IconBuildingBroadcastTower,
  IconChartLine,
  IconHistory,
  IconKey,
  IconListCheck,
  IconPlus,
  IconSend,
  IconSettings,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';
import { ALL_ROLES, AUDITORS, OPERATORS, OPERATORS_AND_AUDITORS, type Role } from '@textprobe/domain/roles';

/** The screen beside whose name the navigation counts links that are down. */
export const GATEWAYS = '/gateways';
/** The one beside whose name it counts requests for an account, and one's own tokens that end soon. */
export const SETTINGS = '/settings';

interface ScreenLink {
  readonly to: string;
  readonly label: string;
  readonly icon: typeof IconSend;
  /** Further words that find it in the palette. */
  readonly also: string;
  readonly roles: readonly Role[];
  /** Only in the palette, not in the navigation. */
  readonly isMinor?: boolean;
}

export const SCREENS: readonly ScreenLink[] = [
  { to: '/tests', label: 'Tests', icon: IconSend, also: 'list status', roles: ALL_ROLES },
  {
    to: '/reports',
    label: 'Analytics',
    icon: IconChartLine,
    also: 'reports logs trend messages',
    roles: ALL_ROLES,
  },
  { to: '/create-tests', label: 'Create Test', icon: IconPlus, also: 'new send sms mms', roles: OPERATORS },
  {
    to: '/create-tests/several',
    label: 'Create several',
    icon: IconTable,
    also: 'new tests csv paste',
    roles: OPERATORS,
    isMinor: true,
  },
  {
    to: GATEWAYS,
    label: 'Gateways',
    icon: IconBuildingBroadcastTower,
    also: 'carriers links',
    roles: ALL_ROLES,
  },
  {
    to: '/directory',
    label: 'Directory',
    icon: IconAddressBook,
    also: 'partners clients offices phones',
    roles: ALL_ROLES,
  },
  {
    to: SETTINGS,
    label: 'Settings',
    icon: IconSettings,
    also: 'profile account password sessions tokens api',
    roles: ALL_ROLES,
  },
  {
    to: '/settings/accounts',
    label: 'Accounts',
    icon: IconUsers,
    also: 'users invite service tokens',
    roles: AUDITORS,
    isMinor: true,
  },
  {
    to: '/settings/audit',
    label: 'Audit trail',
    icon: IconHistory,
    also: 'log history changes who',
    roles: AUDITORS,
    isMinor: true,
  },
  {
    to: '/settings/handsets',
    label: 'Handset keys',
    icon: IconKey,
    also: 'sources agents apps rotate',
    roles: AUDITORS,
    isMinor: true,
  },
  {
    to: '/first-steps',
    label: 'First steps',
    icon: IconListCheck,
    also: 'setup start begin',
    roles: OPERATORS_AND_AUDITORS,
    isMinor: true,
  },
];
