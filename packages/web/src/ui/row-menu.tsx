/** The actions of a row, in a menu at its end. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';

export type RowAction = readonly [words: string, icon: typeof IconDotsVertical, act: () => unknown];

interface RowMenuProps {
  /** The row's name. */
  readonly of: string;
  readonly actions: readonly RowAction[];
}

export function RowMenu({ of, actions }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${of}`}>
          <IconDotsVertical size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${of}`}>
        {actions.map(([words, Icon, act]) => (
          <Menu.Item key={words} leftSection={<Icon size={16} stroke={1.7} aria-hidden />} onClick={act}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
