/** A button with saved things under it, each with a name: saves what there is now, applies one, or deletes it. */
import {
  ActionIcon,
  Anchor,
  Button,
  type ButtonProps,
  Group,
  Popover,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OPERATORS } from '@textprobe/domain/roles';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { HttpError } from '../api/http.ts';
import { dialogs } from './dialogs.tsx';
import { useMay } from './role.tsx';

interface NamedItem {
  readonly id: number;
  readonly name: string;
}

/** How one kind of saved things is stored, and called. */
export interface NamedKind<T extends NamedItem> {
  readonly queryKey: string;
  readonly load: (signal?: AbortSignal) => Promise<T[]>;
  readonly remove: (id: number) => Promise<void>;
  /** `Recipient sets`. */
  readonly title: string;
  /** `set`. */
  readonly noun: string;
  /** `recipient set`. */
  readonly fullNoun: string;
  readonly whenEmpty: string;
  /** What deleting one leaves as it is, as a sentence. */
  readonly afterDeleting: (item: T) => string;
  readonly summary: (item: T) => string;
}

interface Saving<T extends NamedItem> {
  /** `Save these recipients…`. */
  readonly label: string;
  readonly placeholder: string;
  /** Why nothing can be saved now; null: it can. */
  readonly refusal: string | null;
  /** Further fields, under the name. */
  readonly fields?: ReactNode;
  /** Whether this item and the new one must have different names; default: always. */
  readonly sharesNamesWith?: (item: T) => boolean;
  readonly save: (name: string, replaced: T | undefined) => Promise<T>;
  readonly onSaved: (item: T, replaced: boolean) => void;
}

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

  async function remove(item: T) {
    setAsking(true);
    try {
      const isConfirmed = await dialogs.confirm(`Delete the ${kind.fullNoun} ${item.name}?`, {
        confirmLabel: 'Delete',
        danger: true,
        details: <p>{kind.afterDeleting(item)}</p>,
      });
      if (!isConfirmed) return;
      await kind.remove(item.id);
      // Its buttons are gone.
      panel.current?.focus();
    } catch (error) {
      console.error(`Failed to delete the ${kind.fullNoun}`, error);
      await dialogs.alert(`Failed to delete ${item.name}. Please try again.`, error);
    } finally {
      setAsking(false);
      await reload();
    }
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
      // A click in the confirm dialog is outside the popover.
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
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    c="inherit"
                    underline="always"
                    onClick={() => void items.refetch()}
                  >
                    Retry
                  </Anchor>
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

interface SaveNameProps<T extends NamedItem> {
  readonly kind: NamedKind<T>;
  readonly saving: Saving<T>;
  readonly onSaved: (item: T, replaced: boolean) => Promise<void>;
}

/** Asks for a name and saves something under it; offers to replace the item with that name. */
function SaveName<T extends NamedItem>({ kind, saving, onSaved }: SaveNameProps<T>) {
  const [step, setStep] = useState<'first' | 'naming' | 'canceled'>('first');
  const [name, setName] = useState('');
  const id = useId();
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ replaces }: { replaces: boolean }) => {
      const wanted = name.trim();
      // Someone else may have saved or deleted it since the list was loaded.
      const same = (replaces ? await kind.load() : []).filter(
        (item) =>
          item.name.toLowerCase() === wanted.toLowerCase() && (saving.sharesNamesWith?.(item) ?? true),
      );
      // Items that are shared by different partners may have the same name: the server refuses it again.
      return saving.save(wanted, same.length === 1 ? same[0] : undefined);
    },
    meta: { purpose: `save the ${kind.fullNoun}` },
    onSuccess: (item, { replaces }) => onSaved(item, replaces),
  });

  if (step !== 'naming') {
    const isRefused = saving.refusal !== null;
    return (
      <>
        <Button
          variant="default"
          aria-disabled={isRefused}
          data-disabled={isRefused}
          aria-describedby={isRefused ? id : undefined}
          // Cancel had the focus and is gone.
          autoFocus={step === 'canceled'}
          onClick={() => !isRefused && setStep('naming')}
        >
          {saving.label}
        </Button>
        {isRefused && (
          <Text id={id} size="sm" c="dimmed">
            {saving.refusal}
          </Text>
        )}
      </>
    );
  }
  const isTaken = error instanceof HttpError && error.problem?.code?.endsWith('.name-taken');
  const save = (replaces: boolean) => isPending || mutate({ replaces });
  return (
    <Stack gap="xs" role="group" aria-label={saving.label.replace('…', '')}>
      <TextInput
        label={`Name of the ${kind.noun}`}
        placeholder={saving.placeholder}
        // The user has just asked for it.
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        error={error !== null && reasonOf(error)}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          reset();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save(false);
        }}
      />
      {saving.fields}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            setStep('canceled');
            setName('');
            reset();
          }}
        >
          Cancel
        </Button>
        {isTaken ? (
          <Button onClick={() => save(true)}>Replace {kind.noun}</Button>
        ) : (
          <Button aria-disabled={isPending} onClick={() => save(false)}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The server's message for the name, the only field here. */
function reasonOf(error: Error): string {
  if (!(error instanceof HttpError))
    return 'The server could not be reached. Check the connection and try again.';
  return error.problem?.errors?.[0]?.message ?? error.detail;
}
