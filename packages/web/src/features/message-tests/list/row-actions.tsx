/** The actions of a row (LIST-7 to 10, LIST-14). Refused actions stay focusable and give the reason when pressed. */
import { ActionIcon, Group, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDotsVertical,
  IconPencil,
  IconRepeatOff,
  IconReportAnalytics,
  IconTrash,
} from '@tabler/icons-react';
import type { Test } from '@textprobe/contract/tests';
import { OPERATORS } from '@textprobe/domain/roles';
import { Link, useNavigate } from 'react-router';
import { deleteTest } from '../../../api/tests.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { useMay } from '../../../ui/role.tsx';
import { useStopRecurrence } from '../../../ui/use-stop-recurrence.tsx';
import { namedTest, refusal } from './test-words.ts';
import classes from './tests-table.module.css';

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
const ICON_BUTTON = { variant: 'subtle', color: 'gray' } as const;

interface RowActionsProps {
  readonly test: Test;
  readonly onDeleted: (testId: number) => void;
}

export function RowActions({ test, onDeleted }: RowActionsProps) {
  const navigate = useNavigate();
  const mayChange = useMay(OPERATORS);
  const { testId } = test;
  const stop = useStopRecurrence(testId);

  async function update() {
    try {
      // Load the screen here, where the list can still report a failure.
      await import('../update/update-test-screen.tsx');
      await navigate(`/update-test/${testId}`, { state: { test } });
    } catch (error) {
      console.error(error);
      await dialogs.alert('Failed to navigate to update page. Please try again.');
    }
  }

  async function remove() {
    const question = 'Are you sure you want to delete this test?';
    const details = <p>This deletes {namedTest(test)}.</p>;
    if (!(await dialogs.confirm(question, { confirmLabel: 'Delete', details, danger: true }))) return;
    try {
      await deleteTest(testId);
      onDeleted(testId);
    } catch (error) {
      console.error(error);
      await dialogs.alert('Failed to delete test. Please try again.', error);
    }
  }

  const action = (
    kind: 'update' | 'delete',
    word: string,
    Icon: typeof IconPencil,
    act: () => Promise<void>,
  ) => {
    const refused = refusal(kind, test.executionStatus);
    return (
      <ActionIcon
        {...ICON_BUTTON}
        aria-label={`${word} test ${testId}`}
        aria-disabled={refused !== null}
        data-tip={refused === null ? word : 'Only tests that have not run can be changed or deleted'}
        onClick={() => void (refused === null ? act() : dialogs.alert(refused))}
      >
        <Icon {...ICON} />
      </ActionIcon>
    );
  };

  return (
    <Group gap={0} justify="flex-end" wrap="nowrap" className={classes.actions}>
      {mayChange && action('update', 'Update', IconPencil, update)}
      <ActionIcon
        {...ICON_BUTTON}
        component={Link}
        to={`/test-report/${testId}`}
        aria-label={`Report of test ${testId}`}
        data-tip="Report"
      >
        <IconReportAnalytics {...ICON} />
      </ActionIcon>
      {mayChange && action('delete', 'Delete', IconTrash, remove)}
      {mayChange && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon {...ICON_BUTTON} aria-label={`More actions for test ${testId}`}>
              <IconDotsVertical {...ICON} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown aria-label={`More actions for test ${testId}`}>
            <Menu.Item
              component={Link}
              to={`/create-tests?from=${testId}`}
              leftSection={<IconCopy {...ICON} />}
            >
              Duplicate
            </Menu.Item>
            {test.recurrenceActive && (
              <Menu.Item leftSection={<IconRepeatOff {...ICON} />} onClick={() => void stop()}>
                Stop recurrence
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
