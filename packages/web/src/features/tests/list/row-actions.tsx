/** The actions of a row (LIST-7 to 10, LIST-14). Refused actions stay focusable and give the reason when pressed. */
import { ActionIcon, Menu } from '@mantine/core';
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
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { deleteTest } from '../../../api/tests.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { Only } from '../../../ui/role.tsx';
import { useStopRecurrence } from '../../../ui/use-stop-recurrence.tsx';
import { namedTest, refusal } from './test-words.ts';
import classes from './tests-table.module.css';

interface RowActionsProps {
  readonly test: Test;
  readonly onDeleted: (testId: number) => void;
}

export function RowActions({ test, onDeleted }: RowActionsProps) {
  const navigate = useNavigate();

  async function update() {
    try {
      // Load the screen here, where the list can still report a failure.
      await import('../update/update-test-screen.tsx');
      await navigate(`/update-test/${test.testId}`, { state: { test } });
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
      await deleteTest(test.testId);
      onDeleted(test.testId);
    } catch (error) {
      console.error(error);
      await dialogs.alert('Failed to delete test. Please try again.', error);
    }
  }

  const action = (kind: 'update' | 'delete', word: string, icon: ReactNode, act: () => Promise<void>) => {
    const refused = refusal(kind, test.executionStatus);
    return (
      <button
        type="button"
        className="icon-button"
        aria-label={`${word} test ${test.testId}`}
        aria-disabled={refused !== null}
        data-tip={refused === null ? word : 'Only tests that have not run can be changed or deleted'}
        onClick={() => void (refused === null ? act() : dialogs.alert(refused))}
      >
        {icon}
      </button>
    );
  };

  return (
    <div className={classes.actions}>
      <Only roles={OPERATORS}>
        {action('update', 'Update', <IconPencil size={18} stroke={1.7} aria-hidden />, update)}
      </Only>
      <Link
        to={`/test-report/${test.testId}`}
        className="icon-button"
        aria-label={`Report of test ${test.testId}`}
        data-tip="Report"
      >
        <IconReportAnalytics size={18} stroke={1.7} aria-hidden />
      </Link>
      <Only roles={OPERATORS}>
        {action('delete', 'Delete', <IconTrash size={18} stroke={1.7} aria-hidden />, remove)}
        <MoreActions test={test} />
      </Only>
    </div>
  );
}

export function MoreActions({ test: { testId, recurrenceActive } }: { test: Test }) {
  const stop = useStopRecurrence();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More actions for test ${testId}`}>
          <IconDotsVertical size={18} stroke={1.7} aria-hidden />
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
