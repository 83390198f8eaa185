/** Which messages are open, and which of them the address names: `?log=41` opens message 41 and scrolls to it (EVIDENCE-5). */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
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
  readonly open: ReadonlySet<number>;
  /** Never changes: rows are memoized. */
  readonly setOpen: (logId: number, isOpen: boolean) => void;
  /** The message in the address, also before it is rendered. */
  readonly current: RefObject<number | null>;
}

export function useOpenMessages(props: OpenMessagesProps): OpenMessages {
  const { section, arrival, hasArrived, address } = props;
  const [open, setAll] = useState<ReadonlySet<number>>(() => new Set(arrival === null ? [] : [arrival]));
  const latest = useRef(props);
  const current = useRef(address.logId);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    current.current = address.logId;
  }, [address.logId]);

  const setOpen = useCallback((logId: number, isOpen: boolean) => {
    setAll((before) => {
      const after = new Set(before);
      if (isOpen) after.add(logId);
      else after.delete(logId);
      return after;
    });
    // Of several open messages, the address names the one opened last.
    if (!isOpen && current.current !== logId) return;
    current.current = isOpen ? logId : null;
    latest.current.onAddress({ logId: current.current, page: latest.current.page });
  }, []);

  const wasShown = useRef(false);
  useEffect(() => {
    if (!hasArrived || arrival === null || wasShown.current) return;
    wasShown.current = true;
    const opener = openerOf(section.current, arrival);
    opener?.focus({ preventScroll: true });
    opener?.closest('tr')?.scrollIntoView({ block: 'start' });
  }, [hasArrived, arrival, section]);

  return { open, setOpen, current };
}

/** The buttons that open the shown messages, in order. */
export function openersIn(section: HTMLElement | null): HTMLElement[] {
  return [...(section?.querySelectorAll<HTMLElement>('[data-opener]') ?? [])];
}

export function openerOf(section: HTMLElement | null, logId: number): HTMLElement | undefined {
  return openersIn(section).find(({ dataset }) => dataset.opener === String(logId));
}
