/** An action that is not a form's: asks first where something is lost, says what was done, alerts if it failed, and refetches. */
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnproven } from '../api/http.ts';
import { dialogs } from './dialogs.tsx';

interface ListAction {
  /** Completes "Failed to". */
  readonly what: string;
  /** Asked first. Default of `danger`: true. */
  readonly question?: {
    readonly text: string;
    readonly confirmLabel: string;
    readonly details: ReactNode;
    readonly danger?: boolean;
  };
  readonly act: () => Promise<unknown>;
  /** What was done, as a sentence. */
  readonly done?: string;
  /** Default: alerts. */
  readonly onFailed?: (error: unknown) => Promise<unknown>;
}

/** @param refresh refetches what is shown, also after a failure: its cause may be that it is out of date */
export function useListAction(refresh: () => Promise<unknown>): (action: ListAction) => Promise<void> {
  const client = useQueryClient();
  return async ({ what, question, act, done, onFailed }) => {
    if (question !== undefined) {
      const { text, confirmLabel, details, danger = true } = question;
      const shown = typeof details === 'string' ? <p>{details}</p> : details;
      if (!(await dialogs.confirm(text, { confirmLabel, danger, details: shown }))) return;
    }
    try {
      // A hook's mutation has one purpose; each action has its own.
      await client
        .getMutationCache()
        .build(client, { mutationFn: act, meta: { purpose: what } })
        .execute(undefined);
      if (done !== undefined) notifications.show({ message: done });
    } catch (error) {
      // The user was asked for the password, and canceled.
      if (isUnproven(error)) return;
      await (onFailed?.(error) ?? dialogs.alert(`Failed to ${what}.`, error));
    } finally {
      await refresh();
    }
  };
}
