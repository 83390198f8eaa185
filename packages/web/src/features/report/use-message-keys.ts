/** Steps through messages by keyboard: j and k move to the next and the previous one, Escape closes one (EVIDENCE-5). Enter is the button's own. */
import { type RefObject, useEffect } from 'react';
import { type OpenMessages, openerOf, openersIn } from './use-open-messages.ts';

export function useMessageKeys(
  section: RefObject<HTMLElement | null>,
  { setOpen, current }: Pick<OpenMessages, 'setOpen' | 'current'>,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForMessages(event, section.current)) return;
      const logId = focusedMessage() ?? current.current;
      if (event.key === 'j' || event.key === 'k') {
        const step = event.key === 'j' ? 1 : -1;
        neighbor(openersIn(section.current), logId, step)?.focus();
        event.preventDefault();
      }
      if (event.key === 'Escape' && logId !== null) {
        const opener = openerOf(section.current, logId);
        if (opener?.ariaExpanded !== 'true') return;
        // First the focus: closing removes the focused element.
        opener.focus();
        setOpen(logId, false);
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [section, setOpen, current]);
}

const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Whether the focus is in the table of messages, or nowhere in particular: on the body, on `<main>` (after a click on text) or on the
 * heading (after navigation).
 */
function isForMessages(event: KeyboardEvent, section: HTMLElement | null): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
    return false;
  const { target } = event;
  if (!(target instanceof Element) || target.matches(FIELDS)) return false;
  if (document.querySelector('[aria-modal="true"]') !== null) return false;
  return target.matches('body, main, h1') || section?.querySelector('table')?.contains(target) === true;
}

/** The message whose row, or whose details, have the focus. */
function focusedMessage(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-log]');
  return row?.dataset.log === undefined ? null : Number(row.dataset.log);
}

/** The first one if none is current; the same one at either end. */
function neighbor(
  openers: readonly HTMLElement[],
  logId: number | null,
  step: 1 | -1,
): HTMLElement | undefined {
  const at = openers.findIndex(({ dataset }) => dataset.opener === String(logId));
  return at === -1 ? openers[0] : (openers[at + step] ?? openers[at]);
}
