/** The bar of the selected tests (OVERVIEW-2): what can be done with them, and what was done while it can be undone. */
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconCopy, IconFileTypeCsv, IconRepeatOff, IconTrash, IconX } from '@tabler/icons-react';
import { OPERATORS } from '@textprobe/domain/roles';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { testsCsvAddress } from '../../../api/messages.ts';
import { counted } from '../../../ui/counted.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { useMay } from '../../../ui/role.tsx';
import classes from './bulk-bar.module.css';
import { type BulkAction, bulkActions } from './bulk-words.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import type { Chosen } from './use-chosen.ts';

export function BulkBar({ chosen }: { readonly chosen: Chosen }) {
  const { words, undo, remove, stop } = useBulkActions(chosen);
  return (
    <div className={classes.place}>
      {/* Always rendered, so that screen readers announce what appears in it. */}
      <div role="status">
        {words !== null && (
          <div className={classes.notice}>
            <span>
              {words}{' '}
              <button type="button" className={classes.undo} onClick={undo}>
                Undo
              </button>
            </span>
            <span className={classes.soft}>Final after 10 seconds, or when you leave this screen.</span>
          </div>
        )}
      </div>
      {chosen.tests.length > 0 && <Bar chosen={chosen} onDelete={remove} onStop={stop} />}
    </div>
  );
}

interface BarProps {
  readonly chosen: Chosen;
  readonly onDelete: (tests: BulkAction['tests']) => void;
  readonly onStop: (tests: BulkAction['tests']) => void;
}

function Bar({ chosen: { tests, change }, onDelete, onStop }: BarProps) {
  const navigate = useNavigate();
  const mayChange = useMay(OPERATORS);
  const actions = bulkActions(tests);
  const clear = () => change({ kind: 'none' });
  useWindowEvent('keydown', ({ key, target }) => {
    const place =
      target instanceof Element ? target.closest('table, [role="menu"], [data-chosen-tests]') : null;
    // In a row's menu Escape closes the menu.
    if (key === 'Escape' && place !== null && place.role !== 'menu') clear();
  });
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

  return (
    <section className={classes.bar} aria-label="Selected tests" data-chosen-tests>
      <span className={classes.count} role="status">
        {counted(tests.length, 'test')} selected
      </span>
      <div className={classes.actions}>
        {mayChange && (
          <Action
            {...actions.duplicate}
            icon={<IconCopy {...icon} />}
            onAct={() => void navigate(duplicateAddress(tests.map(({ testId }) => testId)))}
          />
        )}
        <Action
          {...actions.export}
          icon={<IconFileTypeCsv {...icon} />}
          href={testsCsvAddress(actions.export.tests.map(({ testId }) => testId))}
        />
        {mayChange && (
          <Action
            {...actions.stop}
            icon={<IconRepeatOff {...icon} />}
            onAct={() => onStop(actions.stop.tests)}
          />
        )}
        {mayChange && (
          <Action
            {...actions.delete}
            icon={<IconTrash {...icon} />}
            onAct={() => onDelete(actions.delete.tests)}
          />
        )}
      </div>
      <Button
        variant="subtle"
        size="sm"
        className={classes.clear}
        leftSection={<IconX {...icon} />}
        data-tip="Deselect all (Esc)"
        onClick={clear}
      >
        Deselect all
      </Button>
    </section>
  );
}

function duplicateAddress(testIds: readonly number[]): string {
  return `/create-tests${testIds.length > 1 ? '/several' : ''}?from=${testIds.join(',')}`;
}

interface ActionProps extends BulkAction {
  readonly icon: ReactNode;
  readonly onAct?: () => void;
  /** A file to download instead. */
  readonly href?: string;
}

/** A refused action stays focusable and gives the reason when pressed, as in a row (LIST-8). */
function Action({ label, tip, refusal, icon, onAct, href }: ActionProps) {
  const props = {
    variant: 'default',
    size: 'sm',
    className: classes.action ?? '',
    leftSection: icon,
    'data-tip': refusal ?? tip ?? undefined,
  } as const;
  if (refusal === null && href !== undefined) {
    return (
      <Button {...props} component="a" href={href} download>
        {label}
      </Button>
    );
  }
  return (
    <Button
      {...props}
      aria-disabled={refusal !== null}
      onClick={() => (refusal === null ? onAct?.() : void dialogs.alert(refusal))}
    >
      {label}
    </Button>
  );
}
