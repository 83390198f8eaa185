/** A button with saved things under it, each with a name: saves what there is now, applies one, or deletes it. */
import {
  ActionIcon,
  Button,
  type ButtonProps,
  Group,
  Popover,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { OPERATORS } from '@textprobe/domain/roles';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { dialogs } from './dialogs.tsx';
import { useListAction } from './list-action.tsx';
import { useMay } from './role.tsx';
import { type NamedItem, type NamedKind, SaveName, type Saving } from './save-name.tsx';
import { TextButton } from './text-button.tsx';

interface NamedItemsProps<T extends NamedItem> {
  readonly kind: NamedKind<T>;
  readonly button: ButtonProps & { readonly children: ReactNode };
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  readonly isCurrent?: (item: T) => boolean;
  readonly onApply: (item: T) => void;
  readonly saving: Saving<T>;
}

export function NamedItems<T extends NamedItem>(props: NamedItemsProps<T>) {
  const { kind, button, buttonRef, isCurrent, onApply, saving } = props;
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const mayChange = useMay(OPERATORS);
  const panel = useRef<HTMLDivElement>(null);
  const items = useQuery({
    queryKey: [kind.queryKey],
    queryFn: ({ signal }) => kind.load(signal),
    enabled: isOpen,
    // Read each time it opens: other accounts save too.
    staleTime: 0,
  });
  const reload = () => queries.invalidateQueries({ queryKey: [kind.queryKey] });
  const run = useListAction(reload);

  async function remove(item: T) {
    setAsking(true);
    await run({
      what: `delete the ${kind.fullNoun}`,
      question: {
        text: `Delete the ${kind.fullNoun} ${item.name}?`,
        confirmLabel: 'Delete',
        details: kind.afterDeleting(item),
      },
      async act() {
        await kind.remove(item.id);
        // Its buttons are gone.
        panel.current?.focus();
      },
      onFailed: (error) => dialogs.alert(`Failed to delete ${item.name}. Please try again.`, error),
    });
    setAsking(false);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(360px, calc(100vw - 32px))"
      trapFocus
      returnFocus
      // The library names the dialog by its button, which may show the name of one of the items.
      withRoles={false}
      // A click in the confirm dialog, which is above it, is outside the popover.
      zIndex={150}
      closeOnClickOutside={!isAsking}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          ref={buttonRef ?? null}
          variant="default"
          size="sm"
          fw={500}
          leftSection={<IconBookmark size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          {...button}
        />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={kind.title}
        tabIndex={-1}
        // React events bubble to what surrounds the popover, such as a form that Ctrl+Enter would submit.
        onKeyDown={(event) => event.stopPropagation()}
      >
        <Stack ref={panel} tabIndex={-1} gap="sm">
          {mayChange && (
            <SaveName
              saving={saving}
              kind={kind}
              onSaved={(item, replaced) => {
                saving.onSaved(item, replaced);
                setOpen(false);
                return reload();
              }}
            />
          )}
          {items.data !== undefined && items.data.length > 0 ? (
            <Stack
              component="ul"
              gap={0}
              m={0}
              p={0}
              mah={320}
              style={{ overflowY: 'auto' }}
              aria-label={`Saved ${kind.noun}s`}
            >
              {items.data.map((item) => (
                <Group component="li" key={item.id} gap={4} wrap="nowrap">
                  <UnstyledButton
                    flex={1}
                    p="xs"
                    aria-current={isCurrent?.(item) ? 'true' : undefined}
                    onClick={() => {
                      onApply(item);
                      setOpen(false);
                    }}
                  >
                    <Text span display="block" fw={550} style={{ overflowWrap: 'anywhere' }}>
                      {item.name}
                      {isCurrent?.(item) && <span aria-hidden> ✓</span>}
                    </Text>{' '}
                    <Text span display="block" size="sm" c="dimmed">
                      {kind.summary(item)}
                    </Text>
                  </UnstyledButton>
                  {mayChange && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete ${item.name}`}
                      data-tip="Delete"
                      onClick={() => void remove(item)}
                    >
                      <IconTrash size={18} stroke={1.7} aria-hidden />
                    </ActionIcon>
                  )}
                </Group>
              ))}
            </Stack>
          ) : (
            <Text role="status" size="sm" c="dimmed">
              {items.isError ? (
                <>
                  The {kind.noun}s could not be loaded.{' '}
                  <TextButton c="inherit" onClick={() => void items.refetch()}>
                    Retry
                  </TextButton>
                </>
              ) : items.data === undefined ? (
                `Loading ${kind.noun}s...`
              ) : (
                kind.whenEmpty
              )}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
