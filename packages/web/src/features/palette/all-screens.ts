/** The screens that the palette opens. Separate from those in the navigation, which every screen loads. */
import { IconKey, IconListCheck, IconTable, IconUsers } from '@tabler/icons-react';
import { AUDITORS, OPERATORS, OPERATORS_AND_AUDITORS } from '@textprobe/domain/roles';
import { MAIN_SCREENS } from './screens.ts';

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
    to: '/settings/accounts',
    label: 'Accounts',
    icon: IconUsers,
    also: 'users invite',
    roles: AUDITORS,
  },
  {
    to: '/settings/handsets',
    label: 'Handset keys',
    icon: IconKey,
    also: 'sources agents apps rotate',
    roles: AUDITORS,
  },
  {
    to: '/first-steps',
    label: 'First steps',
    icon: IconListCheck,
    also: 'setup start begin',
    roles: OPERATORS_AND_AUDITORS,
  },
] as const;
