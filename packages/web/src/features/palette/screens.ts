/** The screens in the navigation. */
import {
  IconAddressBook,
  IconBuildingBroadcastTower,
  IconChartLine,
  IconPlus,
  IconSend,
  IconSettings,
} from '@tabler/icons-react';
import { ALL_ROLES, OPERATORS } from '@textprobe/domain/roles';

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
