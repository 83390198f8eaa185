/** The bar of the selected tests (OVERVIEW-2): what can be done with them, and what was done while it can be undone. */
import { Button, Group, Paper, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconCopy, IconFileTypeCsv, IconRepeatOff, IconTrash, IconX } from '@tabler/icons-react';
import { OPERATORS } from '@textprobe/domain/roles';
import { useNavigate } from 'react-router';
import { testsCsvAddress } from '../../../api/messages.ts';
import { counted } from '../../../ui/counted.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { useMay } from '../../../ui/role.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './bulk-bar.module.css';
import { type BulkAction, type BulkKind, bulkActions } from './bulk-words.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import type { Chosen } from './use-chosen.ts';

export function BulkBar({ chosen }: { readonly chosen: Chosen }) {
  const { pending, begin } = useBulkActions(chosen);
  return (
    <div className={classes.place}>
      {/* Always rendered, so that screen readers announce what appears in it. */}
      <div role="status">
        {pending !== null && (
          <Paper
            withBorder
            shadow="md"
            radius="lg"
            px="md"
            py="xs"
            w="max-content"
            maw="100%"
            bg="var(--tp-accent-soft)"
          >
            {pending.words}{' '}
            <TextButton fw={550} onClick={pending.undo}>
              Undo
            </TextButton>{' '}
            <Text span size="sm" c="dimmed" ml="xs">
              Final after 10 seconds, or when you leave this screen.
            </Text>
          </Paper>
        )}
      </div>
      {chosen.tests.length > 0 && <Bar chosen={chosen} onBegin={begin} />}
    </div>
  );
}

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

interface BarProps {
  readonly chosen: Chosen;
  readonly onBegin: (kind: BulkKind, tests: BulkAction['tests']) => void;
}

function Bar({ chosen: { tests, clear }, onBegin }: BarProps) {
  const navigate = useNavigate();
  const mayChange = useMay(OPERATORS);
  const actions = bulkActions(tests);
  useWindowEvent('keydown', ({ key, target }) => {
    const place =
      target instanceof Element ? target.closest('table, [role="menu"], [data-chosen-tests]') : null;
    // In a row's menu Escape closes the menu.
    if (key === 'Escape' && place !== null && place.role !== 'menu') clear();
  });

  /** A refused action stays focusable and gives the reason when pressed, as in a row (LIST-8). */
  const button = ({ label, tip, refusal }: BulkAction, Icon: typeof IconX, act: () => unknown) => (
    <Button
      {...propsOf(Icon, refusal ?? tip)}
      aria-disabled={refusal !== null}
      onClick={() => void (refusal === null ? act() : dialogs.alert(refusal))}
    >
      {label}
    </Button>
  );
  return (
    <Paper
      component="section"
      withBorder
      shadow="md"
      radius="lg"
      className={classes.bar}
      aria-label="Selected tests"
      data-chosen-tests
    >
      <Text span fw={550} px="xs" role="status">
        {counted(tests.length, 'test')} selected
      </Text>
      <Group gap="xs" className={classes.actions}>
        {mayChange &&
          button(actions.duplicate, IconCopy, () =>
            navigate(duplicateAddress(tests.map(({ testId }) => testId))),
          )}
        {actions.export.refusal === null ? (
          <Button
            {...propsOf(IconFileTypeCsv, actions.export.tip)}
            component="a"
            href={testsCsvAddress(actions.export.tests.map(({ testId }) => testId))}
            download
          >
            {actions.export.label}
          </Button>
        ) : (
          button(actions.export, IconFileTypeCsv, () => {})
        )}
        {mayChange && button(actions.stop, IconRepeatOff, () => onBegin('stopped', actions.stop.tests))}
        {mayChange && button(actions.delete, IconTrash, () => onBegin('deleted', actions.delete.tests))}
      </Group>
      <Button
        variant="subtle"
        size="sm"
        ml="auto"
        leftSection={<IconX {...ICON} />}
        data-tip="Deselect all (Esc)"
        onClick={clear}
      >
        Deselect all
      </Button>
    </Paper>
  );
}

function propsOf(Icon: typeof IconX, tip: string | null) {
  return {
    variant: 'default',
    size: 'sm',
    leftSection: <Icon {...ICON} />,
    'data-tip': tip ?? undefined,
  } as const;
}

function duplicateAddress(testIds: readonly number[]): string {
  return `/create-tests${testIds.length > 1 ? '/several' : ''}?from=${testIds.join(',')}`;
}
