/**
 * The form that Create Test and Update Test share: at the left what a test is made of, at the right the message as a
 * handset will show it and, of a rule, its next runs. Ctrl or Cmd and Enter send it from anywhere.
 */
import { Button } from '@mantine/core';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useMemo,
} from 'react';
import classes from '../../../ui/form.module.css';
import { ClientSection } from './client-section.tsx';
import type { Draft } from './draft.ts';
import { countMessages, recipientsLine } from './filled-message.ts';
import type { Manner } from './manner.ts';
import { MessageSection } from './message-section.tsx';
import { PhonesSection } from './phones-section.tsx';
import { Preview } from './preview.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import type { SectionProps } from './section-props.ts';
import { sendingTimeWords, useSendingTime } from './sending-time.ts';
import type { Attachments } from './use-attachments.ts';
import { useRecipients } from './use-recipients.ts';
import { useSchedulePreview } from './use-schedule-preview.ts';
import type { TestSender } from './use-send-test.ts';

/** For those who write an MMS. */
const MediaSections = lazy(async () => ({ default: (await import('./files-section.tsx')).MediaSections }));
/** For those who let a test recur. */
const NextOccurrences = lazy(async () => ({
  default: (await import('./next-occurrences.tsx')).NextOccurrences,
}));

interface TestFormProps {
  readonly manner: Manner;
  readonly draft: Draft;
  readonly setDraft: (change: (draft: Draft) => Draft) => void;
  readonly attachments: Attachments;
  readonly sender: Omit<TestSender, 'send'>;
  /** The message box, for those who want to put the focus there. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Beside the button that sends it. */
  readonly actions: ReactNode;
  readonly onSubmit: () => void;
}

export function TestForm(props: TestFormProps) {
  const { manner, draft, setDraft, attachments, area } = props;
  const { sending: busy, progress, clearErrors } = props.sender;
  const recipients = useRecipients(draft);
  const schedule = useSchedulePreview(draft);
  const section: SectionProps = {
    draft,
    recipients,
    errors: { ...schedule?.errors, ...props.sender.errors },
    manner,
    onChange(change, ...fields) {
      setDraft(change);
      clearErrors(...fields);
    },
  };

  const { sending, receiving, clientName } = recipients;
  const body = useDeferredValue(draft.messageBody);
  const count = useMemo(
    () => countMessages(body, sending, receiving, clientName),
    [body, sending, receiving, clientName],
  );
  const sendingTime = useSendingTime(draft.messageType, body, recipients);
  const isMms = draft.messageType === 'MMS';
  const files = isMms ? draft.kept.length + draft.links.length + attachments.chosen.length : null;

  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <div className={classes.columns}>
      <form
        className={classes.form}
        aria-label={manner.name}
        // The server decides, and says what is wrong in the field it is wrong with.
        noValidate
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) props.onSubmit();
        }}
      >
        <div className={classes.card}>
          <MessageSection {...section} area={area} />
          {isMms && (
            <Suspense fallback={null}>
              <MediaSections {...section} attachments={attachments} progress={progress} />
            </Suspense>
          )}
          <ClientSection {...section} />
          <PhonesSection {...section} />
          <ScheduleSection {...section} />
        </div>
        <div className={classes.bar}>
          <output className={classes.summary}>
            {recipients.loading ? 'Loading recipients...' : recipientsLine(count, files)}
            {!recipients.loading && draft.testType === 'RECURRING' && count.messages > 0 && ', per run'}
            {!recipients.loading &&
              recipients.leftOut.length > 0 &&
              ', excluding those that could not be loaded'}
            {sendingTime !== null && (
              <>
                {' '}
                <span className={classes.sending}>{sendingTimeWords(sendingTime)}</span>
              </>
            )}
          </output>
          <div className={classes.buttons}>
            {props.actions}
            <Button
              type="submit"
              disabled={busy}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              data-tip="Ctrl+Enter"
            >
              {busy ? manner.busyLabel : manner.name}
            </Button>
          </div>
        </div>
      </form>
      <div className={classes.side}>
        <Preview draft={draft} chosen={attachments.chosen} recipients={recipients} />
        {schedule && (
          <Suspense fallback={null}>
            <NextOccurrences schedule={schedule} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
