/** The less frequent actions of a row, in a menu: Duplicate, and Stop recurrence while occurrences remain (LIST-14). */
import { IconCopy, IconDotsVertical, IconRepeatOff } from '@tabler/icons-react';
import type { Test } from '@textprobe/contract/tests';
import { Link } from 'react-router';
import { useStopRecurrence } from '../../../ui/use-stop-recurrence.tsx';
import classes from './row-menu.module.css';
import { useMenu } from './use-menu.ts';

export function MoreActions({ test: { testId, recurrenceActive } }: { test: Test }) {
  const stop = useStopRecurrence();
  const { opened, button, list, close } = useMenu();
  const label = `More actions for test ${testId}`;
  return (
    <div className={classes.place}>
      <button type="button" className="icon-button" aria-label={label} {...button}>
        <IconDotsVertical size={18} stroke={1.7} aria-hidden />
      </button>
      {opened && (
        <div className={classes.list} aria-label={label} {...list}>
          <Link
            role="menuitem"
            tabIndex={-1}
            className={classes.entry}
            to={`/create-tests?from=${testId}`}
            onClick={close}
          >
            <IconCopy size={16} stroke={1.7} aria-hidden />
            Duplicate
          </Link>
          {recurrenceActive && (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes.entry}
              onClick={() => {
                close();
                void stop(testId);
              }}
            >
              <IconRepeatOff size={16} stroke={1.7} aria-hidden />
              Stop recurrence
            </button>
          )}
        </div>
      )}
    </div>
  );
}
