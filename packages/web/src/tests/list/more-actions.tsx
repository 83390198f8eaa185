/** The less frequent actions of a row, in a menu: Duplicate, and Stop recurrence while occurrences remain (LIST-14). */
import { ActionIcon, Menu } from '@mantine/core';
import type { Test } from '@textprobe/contract/tests';
import { IconCopy, IconDotsVertical, IconRepeatOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useStopRecurrence } from '../use-stop-recurrence.tsx';
import classes from './tests-table.module.css';

export function MoreActions({ test: { testId, recurrenceActive } }: { test: Test }) {
  const stop = useStopRecurrence();
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      offset={4}
      // The first entry takes the focus, not a placeholder that has no place in a menu.
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.action}
          aria-label={`More actions for test ${testId}`}
        >
          <IconDotsVertical size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`More actions for test ${testId}`}>
        <Menu.Item
          component={Link}
          to={`/create-tests?from=${testId}`}
          leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
        >
          Duplicate
        </Menu.Item>
        {recurrenceActive && (
          <Menu.Item
            leftSection={<IconRepeatOff size={16} stroke={1.7} aria-hidden />}
            onClick={() => void stop(testId)}
          >
            Stop recurrence
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
