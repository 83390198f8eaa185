/** The screens that the navigation and the palette lead to. */
import {
  IconAddressBook,
  IconBuildingBroadcastTower,
  IconChartLine,
  IconListCheck,
  IconPlus,
  IconSend,
  IconSettings,
  IconTable,
  IconUsers,
} from '@tabler/icons-react';
import { ADMINISTRATORS, ALL_ROLES, OPERATORS } from '@textprobe/domain/roles';

/** The screen beside whose name the navigation counts links that are down. */
export const GATEWAYS = '/gateways';
/** The one beside whose name it counts requests for an account. */
export const SETTINGS = '/settings';

/** The screens in the navigation. */
export const MAIN_SCREENS = [
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
    also: 'profile account password sessions',
    roles: ALL_ROLES,
  },
] as const;

/** All screens that can be opened from anywhere. `also`: further words that find them. */
export const SCREENS = [
  ...MAIN_SCREENS.slice(0, 3),
  {
    to: '/create-tests/several',
    label: 'Create several',
    icon: IconTable,
    also: 'new tests csv paste',
    roles: OPERATORS,
  },
  ...MAIN_SCREENS.slice(3),
  {
    to: '/first-steps',
    label: 'First steps',
    icon: IconListCheck,
    also: 'setup start begin',
    roles: OPERATORS,
  },
  {
    to: '/settings/accounts',
    label: 'Accounts',
    icon: IconUsers,
    also: 'users invite',
    roles: ADMINISTRATORS,
  },
] as const;
