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
  useRef,
} from 'react';
import { ClientSection } from './client-section.tsx';
import type { Draft } from './draft.ts';
import type { FieldErrors } from './field-errors.ts';
import { countMessages } from './filled-message.ts';
import type { Manner } from './manner.ts';
import { MessageSection } from './message-section.tsx';
import { PhonesSection } from './phones-section.tsx';
import { Preview } from './preview.tsx';
import { recipientsLine } from './recipients-line.ts';
import { ScheduleSection } from './schedule-section.tsx';
import { sendingTimeWords } from './sending-time.ts';
import classes from './test-form.module.css';
import type { Attachments } from './use-attachments.ts';
import { useRecipients } from './use-recipients.ts';
import { useSchedulePreview } from './use-schedule-preview.ts';
import { useSendingTime } from './use-sending-time.ts';

/** For those who write an MMS. */
const MediaSections = lazy(async () => ({ default: (await import('./media-sections.tsx')).MediaSections }));
/** For those who let a test recur. */
const NextOccurrences = lazy(async () => ({
  default: (await import('./next-occurrences.tsx')).NextOccurrences,
}));

interface TestFormProps {
  /** Of the form, and of the button that sends it. */
  readonly name: string;
  /** On the button while it is being sent. */
  readonly busyLabel: string;
  readonly busy: boolean;
  readonly manner: Manner;
  readonly draft: Draft;
  readonly attachments: Attachments;
  /** Of each chosen file, 0 to 1, while they are being sent. */
  readonly progress: readonly number[] | null;
  readonly errors: FieldErrors;
  /** The message box, for those who want to put the focus there. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Beside the button that sends it. */
  readonly actions?: ReactNode;
  /** @param fields of the payload that the change is about: what was wrong with them is no longer said */
  readonly onChange: (change: (draft: Draft) => Draft, ...fields: string[]) => void;
  readonly onSubmit: () => void;
}

export function TestForm(props: TestFormProps) {
  const { name, manner, draft, attachments, area, onChange, onSubmit } = props;
  const recipients = useRecipients(draft);
  const schedule = useSchedulePreview(draft);
  const form = useRef<HTMLFormElement>(null);
  const errors = useMemo(() => ({ ...schedule?.errors, ...props.errors }), [schedule?.errors, props.errors]);

  const { sending, receiving, clientName } = recipients;
  const body = useDeferredValue(draft.messageBody);
  const count = useMemo(
    () => countMessages(body, sending, receiving, clientName),
    [body, sending, receiving, clientName],
  );
  const sendingTime = useSendingTime(draft.messageType, body, recipients);
  const isMms = draft.messageType === 'MMS';
  const files = isMms ? draft.kept.length + draft.links.length + attachments.chosen.length : null;

  function submitByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <div className={classes.columns}>
      <form
        ref={form}
        className={classes.form}
        aria-label={name}
        // The server decides, and says what is wrong in the field it is wrong with.
        noValidate
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.busy) onSubmit();
        }}
      >
        <div className={classes.card}>
          <MessageSection draft={draft} errors={errors} manner={manner} area={area} onChange={onChange} />
          {isMms && (
            <Suspense fallback={null}>
              <MediaSections
                draft={draft}
                attachments={attachments}
                progress={props.progress}
                recipients={recipients}
                errors={errors}
                onChange={onChange}
              />
            </Suspense>
          )}
          <ClientSection
            draft={draft}
            recipients={recipients}
            errors={errors}
            manner={manner}
            onChange={onChange}
          />
          <PhonesSection
            draft={draft}
            recipients={recipients}
            errors={errors}
            onPhones={(phones) => onChange((now) => ({ ...now, phones }), 'phoneIDs')}
          />
          <ScheduleSection draft={draft} errors={errors} manner={manner} onChange={onChange} />
        </div>
        <div className={classes.bar}>
          <output className={classes.summary}>
            {recipients.loading ? 'Loading recipients...' : recipientsLine(count, files)}
            {!recipients.loading && draft.testType === 'RECURRING' && count.messages > 0 && ', each time'}
            {!recipients.loading &&
              recipients.leftOut.length > 0 &&
              ', without those that could not be loaded'}
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
              disabled={props.busy}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              data-tip="Ctrl+Enter"
            >
              {props.busy ? props.busyLabel : name}
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
