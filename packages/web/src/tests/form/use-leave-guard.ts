/** Asks before a screen is left with changes that were not sent: nobody loses them by a stray click. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useDialogs } from '../../dialogs/dialog-provider.tsx';

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
export function useLeaveGuard(guard: LeaveGuard): {
  readonly letPass: () => void;
} {
  const dialogs = useDialogs();
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  const free = useRef(false);
  const asking = useRef(false);
  // A session that has ended leads to /login whatever there is to lose.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !free.current &&
      latest.current.unsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== '/login',
  );

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    const { question, details, danger, onLeave } = latest.current;
    void dialogs
      .confirm(question, { details, confirmLabel: 'Leave', cancelLabel: 'Stay', danger })
      .then((leave) => {
        asking.current = false;
        if (!leave) return blocker.reset();
        onLeave?.();
        blocker.proceed();
      });
  }, [blocker, dialogs]);

  const { lostWithPage } = guard;
  useEffect(() => {
    if (!lostWithPage) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [lostWithPage]);

  return {
    letPass() {
      free.current = true;
    },
  };
}
