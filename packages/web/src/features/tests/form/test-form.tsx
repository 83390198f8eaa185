/**
 * The form that Create Test and Update Test share: the fields on the left; on the right a preview of the message and the next runs of a
 * rule. Ctrl/Cmd+Enter sends it from any field.
 */
import { Button } from '@mantine/core';
import { tooManyWords } from '@textprobe/domain/message-limit';
import { type KeyboardEvent, type ReactNode, type RefObject, useDeferredValue, useMemo, useRef } from 'react';
import { LinkTrouble, useDownGateways } from '../../../directory/link-trouble.tsx';
import classes from '../../../ui/form.module.css';
import { keyText } from '../../../ui/keys.tsx';
import { ClientSection } from './client-section.tsx';
import type { Draft } from './draft.ts';
import { MediaSections } from './files-section.tsx';
import { countMessages, recipientsLine } from './filled-message.ts';
import type { FormVariant, SectionProps } from './form-variant.ts';
import { shareOffices, useGatewayRoutes } from './gateway-shares.ts';
import { LimitLines } from './limit-lines.tsx';
import { MessageSection } from './message-section.tsx';
import { NextOccurrences } from './next-occurrences.tsx';
import { PairsSection } from './pairs-section.tsx';
import { PhonesSection } from './phones-section.tsx';
import { Preview } from './preview.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { sendingTimeWords, useSendingTime } from './sending-time.ts';
import type { Attachments } from './use-attachments.ts';
import { useLimits } from './use-limits.ts';
import { useRecipients } from './use-recipients.ts';
import { useSchedulePreview } from './use-schedule-preview.ts';
import type { TestSender } from './use-send-test.ts';

interface TestFormProps {
  readonly variant: FormVariant;
  readonly draft: Draft;
  readonly setDraft: (change: (draft: Draft) => Draft) => void;
  readonly attachments: Attachments;
  readonly sender: Omit<TestSender, 'send'>;
  /** The message box, so that the screen can focus it. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Shown beside the submit button. */
  readonly actions: ReactNode;
  /** @param messages the number of messages of one run */
  readonly onSubmit: (messages: number) => Promise<void>;
}

export function TestForm(props: TestFormProps) {
  const { variant, draft, setDraft, attachments, area } = props;
  const { sending: busy, progress, clearErrors } = props.sender;
  const recipients = useRecipients(draft);
  const schedule = useSchedulePreview(draft);
  const isPaired = draft.pairs.length > 0;
  const tooMany = isPaired ? null : tooManyWords(recipients.sending.length, recipients.receiving.length);
  const section: SectionProps = {
    draft,
    recipients,
    errors: {
      ...(tooMany !== null && { officeIDs: tooMany }),
      ...schedule?.errors,
      ...props.sender.errors,
    },
    variant,
    onChange(change, ...fields) {
      setDraft(change);
      clearErrors(...fields);
    },
  };

  const { sending, outgoing, clientName } = recipients;
  const body = useDeferredValue(draft.messageBody);
  const count = useMemo(() => countMessages(body, outgoing, clientName), [body, outgoing, clientName]);
  const routes = useGatewayRoutes();
  const sendingTime = useSendingTime(draft.messageType, body, recipients, routes);
  const limits = useLimits();
  const outgoings = useMemo(() => [outgoing], [outgoing]);
  const down = useDownGateways();
  const shares = useMemo(
    () => (routes === null ? null : shareOffices(draft.messageType, sending, routes)),
    [routes, draft.messageType, sending],
  );
  const blocking = down.filter((gateway) => shares?.has(gateway));
  const isMms = draft.messageType === 'MMS';
  const files = isMms ? draft.kept.length + draft.links.length + attachments.chosen.length : null;

  // A second click arrives before the button is drawn as busy.
  const isSubmitting = useRef(false);
  async function submit() {
    if (busy || isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await props.onSubmit(count.messages);
    } finally {
      isSubmitting.current = false;
    }
  }

  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <div className={classes.columns}>
      <form
        className={classes.form}
        aria-label={variant.name}
        // The server validates, and its errors are shown in their fields.
        noValidate
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className={classes.card}>
          <MessageSection {...section} area={area} />
          {isMms && <MediaSections {...section} attachments={attachments} progress={progress} />}
          {isPaired ? (
            <PairsSection {...section} />
          ) : (
            <>
              <ClientSection {...section} />
              <PhonesSection {...section} />
            </>
          )}
          <ScheduleSection {...section} />
        </div>
        <div className={classes.bar}>
          <div role="status" className={classes.holdUps}>
            {blocking.map((gateway) => (
              <LinkTrouble key={gateway.id} gateway={gateway} effect="messages wait" />
            ))}
            {limits !== null && !recipients.loading && (
              <LimitLines
                limits={limits}
                outgoings={outgoings}
                testType={draft.testType}
                partnerOf={recipients.partnerOf}
              />
            )}
          </div>
          <output className={classes.summary}>
            {recipients.loading ? 'Loading recipients...' : keepFigures(recipientsLine(count, files))}
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
              data-tip={keyText('mod+Enter')}
            >
              {busy ? variant.busyLabel : variant.name}
            </Button>
          </div>
        </div>
      </form>
      <div className={classes.side}>
        <Preview draft={draft} chosen={attachments.chosen} recipients={recipients} />
        {schedule && <NextOccurrences schedule={schedule} />}
      </div>
    </div>
  );
}

/** Keeps each figure and its noun on one line. */
function keepFigures(line: string): string {
  return line.replaceAll(/(?<=\d) /g, '\u00A0');
}
