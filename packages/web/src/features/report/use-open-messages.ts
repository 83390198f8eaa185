/**
 * Which messages are open, and which of them the address names: `?log=41` opens message 41 and scrolls to it. j and k move to the next and
 * the previous one, Escape closes one (EVIDENCE-5). Enter is the button's own.
 */
import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ReportAddress } from './report-address.ts';

interface OpenMessagesProps {
  /** The section that holds the rows. */
  readonly section: RefObject<HTMLElement | null>;
  /** The message that the report was opened with. */
  readonly arrival: number | null;
  /** Whether its row is shown now. */
  readonly hasArrived: boolean;
  readonly address: ReportAddress;
  /** The page shown, which the address may not name yet. */
  readonly page: number;
  readonly onAddress: (address: Partial<ReportAddress>) => void;
}

export interface OpenMessages {
  /** Log ids. */
  readonly open: readonly number[];
  readonly setOpen: (logId: number, isOpen: boolean) => void;
}

export function useOpenMessages(props: OpenMessagesProps): OpenMessages {
  const { section, arrival, hasArrived, address, page, onAddress } = props;
  const [open, setAll] = useState<readonly number[]>(arrival === null ? [] : [arrival]);

  const setOpen = (logId: number, isOpen: boolean) => {
    setAll((before) => (isOpen ? [...before, logId] : before.filter((one) => one !== logId)));
    // Of several open messages, the address names the one opened last.
    if (isOpen || address.logId === logId) onAddress({ logId: isOpen ? logId : null, page });
  };

  const wasShown = useRef(false);
  useEffect(() => {
    if (!hasArrived || arrival === null || wasShown.current) return;
    wasShown.current = true;
    const opener = openerOf(section.current, arrival);
    opener?.focus({ preventScroll: true });
    opener?.closest('tr')?.scrollIntoView({ block: 'start' });
  }, [hasArrived, arrival, section]);

  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    if (!isForMessages(event, section.current)) return;
    const openers = openersIn(section.current);
    const at = openers.indexOf(openerOf(section.current, focusedMessage() ?? address.logId) as HTMLElement);
    // The first one if none is current; the same one at either end.
    (at === -1 ? openers[0] : openers[at + by])?.focus();
  };
  const close = (event: KeyboardEvent) => {
    const logId = focusedMessage() ?? address.logId;
    const opener = openerOf(section.current, logId);
    if (logId === null || opener?.ariaExpanded !== 'true' || !isForMessages(event, section.current)) return;
    // First the focus: closing removes the focused element.
    opener.focus();
    setOpen(logId, false);
  };
  useHotkeys([
    ['j', step(1), { preventDefault: false }],
    ['k', step(-1), { preventDefault: false }],
    ['Escape', close, { preventDefault: false }],
  ]);

  return { open, setOpen };
}

/** The buttons that open the shown messages, in order. */
function openersIn(section: HTMLElement | null): HTMLElement[] {
  return [...(section?.querySelectorAll<HTMLElement>('[data-opener]') ?? [])];
}

function openerOf(section: HTMLElement | null, logId: number | null): HTMLElement | undefined {
  return openersIn(section).find(({ dataset }) => dataset.opener === String(logId));
}

/**
 * Whether the focus is in the table of messages, or nowhere in particular: on the body, on `<main>` (after a click on text) or on the
 * heading (after navigation).
 */
function isForMessages(event: KeyboardEvent, section: HTMLElement | null): boolean {
  const { target, isComposing, defaultPrevented } = event;
  const isModal = document.querySelector('[aria-modal="true"]') !== null;
  if (isComposing || defaultPrevented || isModal) return false;
  const isNowhere = target instanceof Element && target.matches('body, main, h1');
  return isNowhere || section?.querySelector('table')?.contains(target as Node) === true;
}

/** The message whose row, or whose details, have the focus. */
function focusedMessage(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-log]');
  return row?.dataset.log === undefined ? null : Number(row.dataset.log);
}
