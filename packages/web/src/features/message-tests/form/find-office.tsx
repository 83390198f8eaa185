/**
 * 'Find an office…': a combobox that searches offices on the server by their name, client, partner or number (EVIDENCE-7). Not the
 * library's, which does not announce the match that Enter would take.
 */
import { Box, Flex, Paper, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { FoundEntry } from '@textprobe/contract/directory';
import { figure } from '@textprobe/domain/figures';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useDirectorySearch } from '../../../directory/use-directory.ts';

/** Debounce of the search. */
const PAUSE_MS = 150;
/** Limit of the search call. */
const LONGEST_TEXT = 200;
const NOTHING: readonly never[] = [];

/** @param props.onFound the field is then empty and keeps the focus, for the next office */
export function FindOffice({ onFound }: { onFound: (office: FoundEntry) => void }) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const wanted = typed.trim();
  const [text] = useDebouncedValue(wanted, PAUSE_MS);
  const found = useDirectorySearch({ kind: 'office', text }, text !== '');
  const isCurrent = text === wanted && found.isSuccess && !found.isPlaceholderData;
  // While more is typed the previous matches stay, but not those of the office chosen before.
  const [hasMatches, setHasMatches] = useState(false);
  if (isCurrent && wanted !== '' && !hasMatches) setHasMatches(true);
  const isShown = isOpen && wanted !== '';
  const entries = isShown && hasMatches ? (found.data?.entries ?? NOTHING) : NOTHING;
  const more = (found.data?.total ?? 0) - entries.length;

  const remark = !isShown
    ? ''
    : found.isError && text === wanted
      ? 'Offices could not be loaded'
      : !hasMatches
        ? 'Searching...'
        : entries.length === 0
          ? 'No office matches'
          : more > 0
            ? `${figure(more)} more: type to narrow the list`
            : '';

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function type(value: string) {
    setTyped(value);
    setOpen(true);
    setActive(0);
    if (value.trim() === '') setHasMatches(false);
  }

  function take(office: FoundEntry) {
    type('');
    onFound(office);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (entries.length > 0) setActive((active + step + entries.length) % entries.length);
    } else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Never submits the form, and never takes a match of an earlier text.
      event.preventDefault();
      const office = entries[active];
      if (isCurrent && office !== undefined) take(office);
    } else if (key === 'Escape') {
      if (isShown) setOpen(false);
      else type('');
    }
  }

  return (
    <Box pos="relative" mb="sm">
      <TextInput
        role="combobox"
        aria-label="Find an office"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? id : undefined}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_TEXT}
        placeholder="Find an office…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <Paper
        pos="absolute"
        top="calc(100% + 4px)"
        left={0}
        right={0}
        withBorder={isShown}
        shadow={isShown ? 'md' : 'none'}
        // Above the sticky bar of the form.
        style={{ zIndex: 3 }}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {entries.length > 0 && (
          <Box
            ref={list}
            id={id}
            role="listbox"
            aria-label="Offices"
            p={4}
            mah={264}
            style={{ overflowY: 'auto' }}
          >
            {entries.map((office, index) => (
              <Flex
                key={office.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                wrap="wrap"
                align="baseline"
                gap="0 8px"
                px="sm"
                py="xs"
                bdrs="sm"
                bg={index === active ? 'var(--tp-accent-soft)' : 'transparent'}
                style={{ cursor: 'pointer' }}
                onMouseMove={() => setActive(index)}
                onClick={() => take(office)}
              >
                <Text span fw={500}>
                  {office.name}
                </Text>{' '}
                <Text span size="sm" c={index === active ? 'inherit' : 'dimmed'}>
                  {office.parents.join(', ')}
                </Text>
              </Flex>
            ))}
          </Box>
        )}
        {/* Always rendered, so that screen readers announce later changes. */}
        <Text
          component="div"
          role="status"
          size="sm"
          c="dimmed"
          {...(remark !== '' && { px: 'md', py: 'xs' })}
        >
          {remark}
        </Text>
      </Paper>
    </Box>
  );
}
