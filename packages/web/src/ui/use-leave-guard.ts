/** Asks before a screen is left with changes that were not sent: nobody loses them by a stray click. */
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useDialogs } from './dialog-provider.tsx';

interface LeaveGuard {
  /** Whether there is something to ask about. */
  readonly unsaved: boolean;
  /** Whether it would be gone with the page itself: then the browser asks too, in its own words. */
  readonly lostWithPage: boolean;
  readonly question: string;
  readonly details: ReactNode;
  /** Whether leaving loses something: then it is not one Enter away. */
  readonly danger: boolean;
  /** Told when the answer is to leave. */
  readonly onLeave?: () => void;
}

/** @returns lets the next change of screen pass unasked: for after a success */
export function useLeaveGuard(guard: LeaveGuard): () => void {
  const { unsaved, lostWithPage, question, details, danger, onLeave } = guard;
  const dialogs = useDialogs();
  const free = useRef(false);
  const asking = useRef(false);
  // A session that has ended leads to /login whatever there is to lose.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !free.current &&
      unsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== '/login',
  );

  const ask = useEffectEvent(async ({ reset, proceed }: Extract<Blocker, { state: 'blocked' }>) => {
    asking.current = true;
    const leave = await dialogs.confirm(question, {
      details,
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
      danger,
    });
    asking.current = false;
    if (!leave) return reset();
    onLeave?.();
    proceed();
  });
  useEffect(() => {
    if (blocker.state === 'blocked' && !asking.current) void ask(blocker);
  }, [blocker]);

  useEffect(() => {
    if (!lostWithPage) return;
    const prevent = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', prevent);
    return () => window.removeEventListener('beforeunload', prevent);
  }, [lostWithPage]);

  return () => {
    free.current = true;
  };
}
