/**
 * The form that Create Test and Update Test share: the fields on the left; on the right a preview of the message and the next runs of a
 * rule. Ctrl/Cmd+Enter sends it from any field.
 */
import { Button, Group, Paper, Text } from '@mantine/core';
import { tooManyWords } from '@textprobe/domain/message-limit';
import { type KeyboardEvent, type ReactNode, type RefObject, useDeferredValue, useMemo, useRef } from 'react';
import { LinkTrouble, useDownGateways } from '../../../directory/link-trouble.tsx';
import { keyText } from '../../../ui/keys.tsx';
import { ClientSection } from './client-section.tsx';
import type { Draft } from './draft.ts';
import { FilesSection, LinksSection } from './files-section.tsx';
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
import { longSendingTime, sendingTimeWords } from './sending-time.ts';
import classes from './test-form.module.css';
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

  const { sending, outgoing, clientName, loading } = recipients;
  const { messageType } = draft;
  // It may lag behind typing.
  const body = useDeferredValue(draft.messageBody);
  const count = useMemo(() => countMessages(body, outgoing, clientName), [body, outgoing, clientName]);
  const routes = useGatewayRoutes();
  const sendingTime = useMemo(
    () =>
      loading || routes === null
        ? null
        : longSendingTime([{ messageType, body, outgoing, clientName }], routes),
    [loading, routes, messageType, body, outgoing, clientName],
  );
  const shares = useMemo(
    () => (routes === null ? null : shareOffices(messageType, sending, routes)),
    [routes, messageType, sending],
  );
  const blocking = useDownGateways().filter((gateway) => shares?.has(gateway));
  const limits = useLimits();
  const outgoings = useMemo(() => [outgoing], [outgoing]);
  const isMms = messageType === 'MMS';
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
        <Paper withBorder radius="lg">
          <MessageSection {...section} area={area} />
          {isMms && (
            <>
              <LinksSection {...section} />
              <FilesSection {...section} attachments={attachments} progress={progress} />
            </>
          )}
          {isPaired ? (
            <PairsSection {...section} />
          ) : (
            <>
              <ClientSection {...section} />
              <PhonesSection {...section} />
            </>
          )}
          <ScheduleSection {...section} />
        </Paper>
        <Group gap="xs" mt="xs" className={classes.bar}>
          <div role="status" className={classes.troubles}>
            {blocking.map((gateway) => (
              <LinkTrouble key={gateway.id} gateway={gateway} effect="messages wait" />
            ))}
            {limits !== null && !loading && (
              <LimitLines
                limits={limits}
                outgoings={outgoings}
                testType={draft.testType}
                partnerOf={recipients.partnerOf}
              />
            )}
          </div>
          <Text component="output" fw={550} flex="1 1 220px" style={{ textWrap: 'balance' }}>
            {loading ? 'Loading recipients...' : keepFigures(recipientsLine(count, files))}
            {!loading && draft.testType === 'RECURRING' && count.messages > 0 && ', per run'}
            {!loading && recipients.leftOut.length > 0 && ', excluding those that could not be loaded'}
            {sendingTime !== null && ' '}
            {sendingTime !== null && (
              <Text span display="block" mt={2} style={{ overflowWrap: 'anywhere' }}>
                {sendingTimeWords(sendingTime)}
              </Text>
            )}
          </Text>
          <Group gap="xs" wrap="nowrap" ml="auto" className={classes.buttons}>
            {props.actions}
            <Button
              type="submit"
              disabled={busy}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              data-tip={keyText('mod+Enter')}
            >
              {busy ? variant.busyLabel : variant.name}
            </Button>
          </Group>
        </Group>
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
