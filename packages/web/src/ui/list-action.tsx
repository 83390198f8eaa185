/** An action on an entry of a list: asks first where something is lost, says what was done, alerts if it failed, and refetches. */
import { notifications } from '@mantine/notifications';
import { isUnproven } from '../api/http.ts';
import { dialogs } from './dialogs.tsx';

interface ListAction {
  /** Completes "Failed to". */
  readonly what: string;
  /** Asked first. Default of `danger`: true. */
  readonly question?: {
    readonly text: string;
    readonly confirmLabel: string;
    readonly details: string;
    readonly danger?: boolean;
  };
  readonly act: () => Promise<unknown>;
  /** What was done, as a sentence. */
  readonly done?: string;
}

/** @param refresh refetches the list, also after a failure: its cause may be that the list is out of date */
export function listActions(refresh: () => Promise<unknown>): (action: ListAction) => Promise<void> {
  return async ({ what, question, act, done }) => {
    if (question !== undefined) {
      const { text, confirmLabel, details, danger = true } = question;
      if (!(await dialogs.confirm(text, { confirmLabel, danger, details: <p>{details}</p> }))) return;
    }
    try {
      await act();
      if (done !== undefined) notifications.show({ message: done });
    } catch (error) {
      // The user was asked for the password, and canceled.
      if (isUnproven(error)) return;
      console.error(`Failed to ${what}`, error);
      await dialogs.alert(`Failed to ${what}.`, error);
    } finally {
      await refresh();
    }
  };
}
