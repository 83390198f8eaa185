/** Create Test (CREATE-1): shows the form, sends it, and keeps the draft for the next test. */
import { Button } from '@mantine/core';
import type { CreateTestBody, Test } from '@textprobe/contract/tests';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { createMMSTest, createSMSTest } from '../../../api/tests.ts';
import { counted } from '../../../ui/counted.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { CREATE_DRAFT_KEY, sameDraft } from '../../../ui/unsent-drafts.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { type Draft, draftToDuplicate, draftToSendAgain, EMPTY_DRAFT } from '../form/draft.ts';
import { CREATE_VARIANT } from '../form/form-variant.ts';
import { toCreateBody } from '../form/payload.ts';
import { sendQuestion } from '../form/send-question.ts';
import { TestForm } from '../form/test-form.tsx';
import { useAttachments } from '../form/use-attachments.ts';
import { useDraft } from '../form/use-draft.ts';
import { useDirectoryLoader } from '../form/use-recipients.ts';
import { focusFirstError, useSendTest } from '../form/use-send-test.ts';
import { DraftNotice, MissingFiles } from './draft-notice.tsx';
import { draftForNext, KeepChoices } from './keep-choices.tsx';
import { usePrefill } from './use-prefill.ts';

/** How many of the tests just created are linked; the list has the rest. */
const SHOWN_TESTS = 5;

/** What Reset has cleared, until it is undone or something else is written. */
interface Cleared {
  readonly draft: Draft;
  readonly files: readonly File[];
}

export function CreateTestScreen() {
  const attachments = useAttachments(CREATE_VARIANT.fileRule);
  const kept = useDraft({ key: CREATE_DRAFT_KEY, chosen: attachments.chosen, saved: null });
  const { draft, setDraft, edited, rebase } = kept;
  const [copied, setCopied] = useState<number | null>(null);
  const [cleared, setCleared] = useState<Cleared | null>(null);
  const [made, setMade] = useState<readonly number[]>([]);
  const load = useDirectoryLoader();
  const sender = useSendTest<CreateTestBody>({
    failure: 'Failed to create the test',
    bodyOf: (written) => toCreateBody(written, load),
    send: (body, files, key, onProgress) =>
      body.messageType === 'MMS' ? createMMSTest(body, files, key, onProgress) : createSMSTest(body, key),
  });
  const navigate = useNavigate();
  const area = useRef<HTMLTextAreaElement>(null);

  // Focus the message box so typing can begin at once; on a touch screen this would open the keyboard.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) area.current?.focus();
  }, []);

  const filesUnsent = attachments.chosen.length > 0 && edited;
  const allowLeave = useLeaveGuard({
    // The draft is kept; only files are not.
    unsaved: filesUnsent,
    lostWithPage: filesUnsent,
    danger: true,
    question: 'Leave without creating the test?',
    details: <p>Your draft stays here until you log out or close this tab, without the chosen files.</p>,
  });

  /** Fills the form, which then counts as unedited. */
  function settle(next: Draft) {
    setDraft(next);
    rebase(next);
  }

  function startWith(next: Draft) {
    settle(next);
    attachments.clear();
    sender.forgetErrors();
    area.current?.focus();
  }

  function reset() {
    if (!sameDraft(draft, EMPTY_DRAFT))
      setCleared({ draft, files: attachments.chosen.map(({ file }) => file) });
    setCopied(null);
    startWith(EMPTY_DRAFT);
  }

  function undoReset(before: Cleared) {
    startWith(EMPTY_DRAFT);
    setDraft(() => before.draft);
    attachments.add(before.files);
    setCleared(null);
  }

  usePrefill({
    unsent: edited,
    onTest(test, pairs) {
      const now = Date.now();
      startWith(pairs === null ? draftToDuplicate(test, now) : draftToSendAgain(test, pairs, now));
      setCopied(test.testId);
    },
    onChosen: setDraft,
  });

  async function submit(messages: number) {
    if (draft.messageType === 'MMS' && attachments.refused.length > 0) {
      await dialogs.alert('Please fix the file errors before submitting.');
      return;
    }
    const question = sendQuestion(draft, messages);
    if (question !== null && !(await dialogs.confirm(question, { confirmLabel: 'Send' }))) return;
    let created: Test;
    try {
      created = await sender.send(draft, attachments.chosen);
    } catch (error) {
      await dialogs.alert('Failed to create test. Please try again.', error);
      focusFirstError();
      return;
    }
    setCopied(null);
    setMade((before) => [created.testId, ...before]);
    rebase(draft);
    const open = await dialogs.confirm('Test created successfully!', {
      confirmLabel: 'Open report',
      cancelLabel: 'Create another',
      details: (
        <>
          <p>{createdTestWords(created)}</p>
          {created.scheduleNote !== null && <p>{created.scheduleNote}</p>}
          <KeepChoices />
        </>
      ),
    });
    const editedSince = kept.differsFrom(draft);
    const next = draftForNext(draft);
    if (!open) {
      if (editedSince) return area.current?.focus();
      settle(next);
      if (next.messageBody !== draft.messageBody) attachments.clear();
      return area.current?.select();
    }
    if (!editedSince) {
      // Users who return usually write another message.
      settle({ ...next, messageBody: '', kept: [], links: [] });
      attachments.clear();
      allowLeave();
    }
    await navigate(`/test-report/${created.testId}`);
  }

  return (
    <Screen title="Create Test">
      <ScreenHeader title="Create Test" note={made.length > 0 && <CreatedTests testIds={made} />}>
        <Button component={Link} to="/create-tests/several" variant="default">
          Create several
        </Button>
      </ScreenHeader>
      {copied !== null && (
        <DraftNotice onClose={() => setCopied(null)}>
          Copied from test {copied}. Nothing is sent until you create the test.
        </DraftNotice>
      )}
      {cleared !== null && sameDraft(draft, EMPTY_DRAFT) && (
        <DraftNotice onClose={() => setCleared(null)}>
          The form was cleared. <TextButton onClick={() => undoReset(cleared)}>Undo</TextButton>
        </DraftNotice>
      )}
      <MissingFiles names={kept.missingFiles} onClose={kept.forgetMissingFiles} />
      <TestForm
        variant={CREATE_VARIANT}
        draft={draft}
        setDraft={setDraft}
        attachments={attachments}
        sender={sender}
        area={area}
        actions={
          <Button variant="default" onClick={reset}>
            Reset
          </Button>
        }
        onSubmit={submit}
      />
    </Screen>
  );
}

/** Links to the tests created since the screen was opened. @param props.testIds newest first */
function CreatedTests({ testIds }: { testIds: readonly number[] }) {
  return (
    // One element: as several, a row with gaps would put space before the commas.
    <span>
      {counted(testIds.length, 'test')} created:{' '}
      {testIds.slice(0, SHOWN_TESTS).map((testId, index) => (
        <span key={testId}>
          {index > 0 && ', '}
          <Link to={`/test-report/${testId}`} aria-label={`Report of test ${testId}`}>
            #{testId}
          </Link>
        </span>
      ))}
      {testIds.length > SHOWN_TESTS && ', '}
      {testIds.length > SHOWN_TESTS && <Link to="/tests">all tests</Link>}
    </span>
  );
}

/** `Test #12: 4 messages, per run`. */
function createdTestWords({ testId, messagesPerRun, testType }: Test): string {
  return `Test #${testId}: ${counted(messagesPerRun, 'message')}${testType === 'RECURRING' ? ', per run' : ''}`;
}
