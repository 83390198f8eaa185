/** Asks before leaving a screen with unsent changes. */
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { dialogs } from './dialogs.tsx';

interface LeaveGuard {
  /** Whether there are unsent changes. */
  readonly unsaved: boolean;
  /** Whether reloading or closing the page would lose them: the browser then asks too, in its own words. */
  readonly lostWithPage: boolean;
  readonly question: string;
  readonly details: ReactNode;
  /** Whether leaving loses data, so that Enter must not confirm. */
  readonly danger: boolean;
  /** Called when the user chooses to leave. */
  readonly onLeave?: () => void;
}

/** @returns lets the next navigation pass without asking, as after a success */
export function useLeaveGuard(guard: LeaveGuard): () => void {
  const { unsaved, lostWithPage, question, details, danger, onLeave } = guard;
  const mayLeave = useRef(false);
  const asking = useRef(false);
  // An expired session must always reach /login.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current &&
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
    mayLeave.current = true;
  };
}
