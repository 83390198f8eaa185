/** Create Test (CREATE-1): the form at the left, the message as a handset will show it at the right. */
import { Button } from '@mantine/core';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Screen, ScreenHeader } from '../../app/screen.tsx';
import { useDialogs } from '../../dialogs/dialog-provider.tsx';
import { ProblemReasons } from '../../dialogs/problem-reasons.tsx';
import { ClientSection } from '../form/client-section.tsx';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { countMessages } from '../form/filled-message.ts';
import { MessageSection } from '../form/message-section.tsx';
import { PhonesSection } from '../form/phones-section.tsx';
import { Preview } from '../form/preview.tsx';
import { recipientsLine } from '../form/recipients-line.ts';
import { ScheduleSection } from '../form/schedule-section.tsx';
import { useCreateTest } from './use-create-test.ts';
import { useDraft } from './use-draft.ts';
import { useRecipients } from '../form/use-recipients.ts';
import classes from '../form/test-form.module.css';

export function CreateTestScreen() {
  const [draft, setDraft] = useDraft();
  const { create, creating, errors, clearError } = useCreateTest();
  const recipients = useRecipients(draft);
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);

  const { sending, receiving, clientName } = recipients;
  const body = useDeferredValue(draft.messageBody);
  const count = useMemo(
    () => countMessages(body, sending, receiving, clientName),
    [body, sending, receiving, clientName],
  );

  // Typing can begin at once; on a touch screen that would bring up the keyboard unasked.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) area.current?.focus();
  }, []);

  const change = (next: (draft: Draft) => Draft, ...fields: string[]) => {
    setDraft(next);
    clearError(...fields);
  };

  function reset() {
    change(() => EMPTY_DRAFT, ...Object.keys(errors));
    area.current?.focus();
  }

  async function submit() {
    if (creating) return;
    let testId: number;
    try {
      ({ testId } = await create(draft));
    } catch (error) {
      await dialogs.alert('Failed to create test. Please try again.', {
        details: <ProblemReasons error={error} />,
      });
      return;
    }
    const open = await dialogs.confirm('Test created successfully!', {
      confirmLabel: 'Open report',
      cancelLabel: 'Create another',
    });
    if (open) {
      // Who comes back writes another message, most often to the same phones.
      setDraft((now) => ({ ...now, messageBody: '' }));
      await navigate(`/test-report/${testId}`);
    } else area.current?.select();
  }

  function submitByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <Screen title="Create Test">
      <ScreenHeader title="Create Test" />
      <div className={classes.columns}>
        <form
          ref={form}
          className={classes.form}
          aria-label="Create Test"
          onKeyDown={submitByKey}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div className={classes.card}>
            <MessageSection
              body={draft.messageBody}
              error={errors.messageBody}
              area={area}
              onBody={(messageBody) => change((now) => ({ ...now, messageBody }), 'messageBody')}
            />
            <ClientSection draft={draft} recipients={recipients} errors={errors} onChange={change} />
            <PhonesSection
              draft={draft}
              recipients={recipients}
              errors={errors}
              onPhones={(phones) => change((now) => ({ ...now, phones }), 'phoneIDs')}
            />
            <ScheduleSection />
          </div>
          <div className={classes.bar}>
            <output className={classes.summary}>{recipientsLine(count)}</output>
            <Button variant="default" onClick={reset}>
              Reset
            </Button>
            <Button
              type="submit"
              disabled={creating}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title="Create the test (Ctrl+Enter)"
            >
              {creating ? 'Creating Test...' : 'Create Test'}
            </Button>
          </div>
        </form>
        <Preview body={draft.messageBody} recipients={recipients} />
      </div>
    </Screen>
  );
}
