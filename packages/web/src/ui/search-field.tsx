/** Searches a list by words while typing; `/` focuses it (OVERVIEW-2). */
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { hasTooManyWords, SEARCH_LIMIT, SEARCH_WORDS_LIMIT } from '@textprobe/domain/search-words';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import classes from './search-field.module.css';

const PAUSE_MS = 250;

interface SearchFieldProps {
  /** Also the placeholder: what is searched. */
  readonly label: string;
  /** The search in the URL. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // The typed text, which may be ahead of the URL; null: the URL's text is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // `/` focuses the field, unless it is typed into another field or a dialog is open.
  useWindowEvent('keydown', (event) => {
    const { target } = event;
    if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target instanceof Element && target.matches('input, textarea, select, [contenteditable]')) return;
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  // The field follows the URL, except during typing: then the URL follows the field.
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const followed = useRef(key);
  useEffect(() => {
    if (followed.current === key) return;
    followed.current = key;
    if (document.activeElement === field.current && !isBack) return;
    clearTimeout(timer.current);
    setTyped(null);
  }, [key, isBack]);

  const text = typed ?? value;

  function search(wanted: string): void {
    clearTimeout(timer.current);
    if (!hasTooManyWords(wanted) && wanted.trim() !== value) onSearch(wanted.trim());
  }

  function type(wanted: string): void {
    setTyped(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(wanted), PAUSE_MS);
  }

  return (
    <TextInput
      ref={field}
      size="sm"
      type="search"
      flex="1 1 auto"
      maw={480}
      classNames={classes}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={SEARCH_LIMIT}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setTyped('');
              search('');
              field.current?.focus();
            }}
          />
        )
      }
      value={text}
      {...(hasTooManyWords(text) ? { error: `Search for at most ${SEARCH_WORDS_LIMIT} words.` } : {})}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key: pressed }) => pressed === 'Enter' && search(text)}
      onBlur={() => typed !== null && search(typed)}
    />
  );
}
