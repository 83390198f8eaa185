/**
 * A menu button by the WAI-ARIA pattern: a click, Enter, Space or an arrow key opens it; arrow keys cycle through the entries; Escape
 * closes it and returns the focus to the button; losing the focus closes it.
 */
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/** Props of the button and of the list, whose entries have the role `menuitem`. */
export function useMenu() {
  const [opened, setOpened] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (opened) entriesOf(listRef.current)[0]?.focus();
  }, [opened]);

  const close = () => {
    setOpened(false);
    buttonRef.current?.focus();
  };

  const button = {
    ref: buttonRef,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': opened,
    ...(opened && { 'aria-controls': id }),
    // A press moves the focus out of the list, which closes it; the following click would open it again.
    onPointerDown: (event: { preventDefault(): void }) => opened && event.preventDefault(),
    onClick: () => (opened ? close() : setOpened(true)),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpened(true);
    },
  };
  const list = {
    ref: listRef,
    id,
    role: 'menu',
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Tab') return setOpened(false);
      if (event.key === 'Escape') return close();
      const entries = entriesOf(listRef.current);
      const next = nextEntry(
        event.key,
        entries.indexOf(document.activeElement as HTMLElement),
        entries.length,
      );
      if (next === null) return;
      event.preventDefault();
      entries[next]?.focus();
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget !== buttonRef.current && !currentTarget.contains(relatedTarget)) setOpened(false);
    },
  };
  return { opened, button, list, close };
}

/** @returns the index to focus; null for a key that does not move it */
function nextEntry(key: string, now: number, count: number): number | null {
  if (key === 'ArrowDown') return (now + 1) % count;
  if (key === 'ArrowUp') return (now - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
