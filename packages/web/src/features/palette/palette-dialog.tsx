/**
 * The dialog of the command palette: a combobox over entries in groups. (Spotlight has no roles for screen readers, and like the library's
 * combobox it selects by position: a late answer would move the selection.)
 */
import { Box, CloseButton, Combobox, Divider, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePhonesHealth } from '../../handsets/use-phones-health.ts';
import { counted } from '../../ui/counted.ts';
import { useReturnedFocus } from '../../ui/form-dialog.tsx';
import { Keys } from '../../ui/keys.tsx';
import { type Entry, useOwnEntries } from './entries.ts';
import { foundGroups } from './found-entries.tsx';
import classes from './palette.module.css';
import { useFound } from './use-found.ts';

const LABEL = 'Search and commands';
/** Limit of the search calls. */
const LONGEST_TEXT = 200;
/** The keys of the list, for the hints below it. */
const KEY_HINTS = [
  { keys: ['↑', '↓'], does: 'Select' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['Esc'], does: 'Close' },
];

interface PaletteDialogProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
  readonly onLogout: () => void;
}

export function PaletteDialog({ onClose, onShortcuts, onLogout }: PaletteDialogProps) {
  const navigate = useNavigate();
  const health = usePhonesHealth();
  const returnFocus = useReturnedFocus();
  const [text, setText] = useState('');
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  // Whether Enter waits for a result to open.
  const [isEntered, setEntered] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const wanted = text.trim();
  const found = useFound(wanted);
  const own = useOwnEntries(wanted, { onShortcuts, onLogout });
  const groups = [...own, ...foundGroups(wanted, found, health)].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  // The first one, until another is chosen for this text: that one stays selected while results are added.
  const active = entries.find(({ key }) => key === chosenKey) ?? entries[0];
  const idOf = ({ key }: Entry) => `${id}-${key.replaceAll(/[ /]/g, '-')}`;

  function take(entry: Entry) {
    if (entry.stays !== true) {
      // At once, before a question or a new screen takes the focus.
      returnFocus();
      onClose();
    }
    if (entry.to !== undefined) void navigate(entry.to);
    entry.run?.();
  }

  const takeEntered = useEffectEvent(() => {
    if (active !== undefined && active.stays !== true) take(active);
  });
  useEffect(() => {
    if (isEntered) takeEntered();
  });

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    const { key, repeat, ctrlKey, altKey, metaKey, shiftKey, nativeEvent } = event;
    if (nativeEvent.isComposing || ctrlKey || altKey || metaKey || shiftKey) return;
    const next = active === undefined ? null : nextIndex(key, entries.indexOf(active), entries.length);
    if (key !== 'Enter' && next === null) return;
    // Otherwise Enter would also press the button that has the focus next.
    event.preventDefault();
    if (next === null) {
      if (repeat) return;
      setEntered(active === undefined && found.isSearching);
      if (active !== undefined) take(active);
      return;
    }
    setChosenKey(entries[next]?.key ?? null);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Modal.Root
      opened
      returnFocus={false}
      closeOnClickOutside
      centered={false}
      yOffset="clamp(8px, 8vw, 12vh)"
      size={640}
      onClose={onClose}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={LABEL}>
        <Stack gap={0} mah="min(600px, 76vh)">
          <Combobox
            size="md"
            onOptionSubmit={(key) => entries.filter((entry) => entry.key === key).forEach(take)}
          >
            <TextInput
              role="combobox"
              aria-label={LABEL}
              aria-autocomplete="list"
              aria-expanded={entries.length > 0}
              aria-controls={active && id}
              aria-activedescendant={active && idOf(active)}
              // Typing starts before the focus trap of the dialog moves the focus.
              autoFocus
              data-autofocus
              variant="unstyled"
              size="lg"
              px="xs"
              styles={{ input: { outline: 'none' } }}
              leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
              rightSection={<CloseButton aria-label="Close" onClick={onClose} />}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={LONGEST_TEXT}
              placeholder="Search tests, phones, offices, screens…"
              value={text}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                setChosenKey(null);
                setEntered(false);
                list.current?.scrollTo({ top: 0 });
              }}
              onKeyDown={pressKey}
            />
            <Divider />
            {entries.length > 0 && (
              <Combobox.Options
                ref={list}
                id={id}
                aria-label="Results"
                tabIndex={-1}
                px="xs"
                pb="xs"
                className={classes.list}
              >
                {groups.map(({ name, entries: ofGroup }) => (
                  <Combobox.Group key={name} label={name}>
                    {ofGroup.map((entry) => (
                      <Combobox.Option
                        key={entry.key}
                        id={idOf(entry)}
                        value={entry.key}
                        aria-selected={entry === active}
                        className={classes.entry}
                        // Not on pointerenter: scrolling moves the list under a resting pointer.
                        onPointerMove={() => setChosenKey(entry.key)}
                      >
                        <EntryRow entry={entry} />
                      </Combobox.Option>
                    ))}
                  </Combobox.Group>
                ))}
              </Combobox.Options>
            )}
          </Combobox>
          <Divider />
          <Group justify="space-between" wrap="nowrap" mih={36} px="md" fz="xs" c="dimmed">
            <Text role="status" inherit truncate>
              {statusText(wanted, found.isSearching, entries.length)}
            </Text>
            <Group gap="sm" wrap="nowrap" visibleFrom="sm" aria-hidden>
              {(entries.length > 0 ? KEY_HINTS : KEY_HINTS.slice(-1)).map(({ keys, does }) => (
                <Group key={does} gap={5} wrap="nowrap">
                  {keys.map((one) => (
                    <Keys key={one} of={one} />
                  ))}
                  {does}
                </Group>
              ))}
            </Group>
          </Group>
        </Stack>
      </Modal.Content>
    </Modal.Root>
  );
}

function EntryRow({ entry: { icon: Icon, label, detail, hint, isOn, shortcut } }: { readonly entry: Entry }) {
  return (
    <>
      <Icon size={18} stroke={1.7} aria-hidden />
      <Box flex={1} miw={0}>
        <Text truncate fw={500}>
          {label}
        </Text>{' '}
        {detail !== undefined && (
          <Text truncate size="xs" lh="20px" c="dimmed">
            {detail}
          </Text>
        )}
      </Box>
      {hint !== undefined && (
        <Text span size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {isOn === true && <IconCheck size={16} aria-label="In use" />}
      {shortcut !== undefined && <Keys of={shortcut} />}
    </>
  );
}

function statusText(text: string, isSearching: boolean, count: number): string {
  if (text === '') return '';
  if (isSearching) return 'Searching...';
  return count === 0 ? `Nothing found for “${text}”.` : counted(count, 'result');
}

/** @returns the index to select; null for a key that does not move */
function nextIndex(key: string, now: number, count: number): number | null {
  if (key === 'ArrowDown') return (now + 1) % count;
  if (key === 'ArrowUp') return (now - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
