/** Create Test (CREATE-1): shows the form, sends it, and keeps the draft for the next test. */
import { Button } from '@mantine/core';
import type { CreateTestBody, OfficePhonePair, Test } from '@textprobe/contract/tests';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { createMMSTest, createSMSTest, getIndividualTest } from '../../../api/tests.ts';
import { counted } from '../../../ui/counted.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import classes from '../../../ui/form.module.css';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { sameDraft } from '../../../ui/unsent-drafts.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { type Draft, draftToDuplicate, draftToSendAgain, EMPTY_DRAFT } from '../form/draft.ts';
import { CREATE_VARIANT } from '../form/form-variant.ts';
import { toCreateBody } from '../form/payload.ts';
import { sendQuestion } from '../form/send-question.ts';
import { TestForm } from '../form/test-form.tsx';
import { useAttachments } from '../form/use-attachments.ts';
import { useDirectoryLoader } from '../form/use-recipients.ts';
import { focusFirstError, useSendTest } from '../form/use-send-test.ts';
import { DraftNotice, MissingFiles } from './draft-notice.tsx';
import { draftForNext, KeepChoices } from './keep-choices.tsx';
import { useChosen } from './use-chosen.ts';
import { useCreateDraft } from './use-create-draft.ts';

/** How many of the tests just created are linked; the list has the rest. */
const SHOWN_TESTS = 5;

/** What Reset has cleared, until it is undone or something else is written. */
interface Cleared {
  readonly draft: Draft;
  readonly files: readonly File[];
}

export function CreateTestScreen() {
  const attachments = useAttachments(CREATE_VARIANT.fileRule);
  const kept = useCreateDraft(attachments.chosen);
  const { draft, setDraft, unsent, missingFiles, forgetMissingFiles, noteSent, differsFrom, settle } = kept;
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

  const filesUnsent = attachments.chosen.length > 0 && unsent;
  const allowLeave = useLeaveGuard({
    // The draft is kept; only files are not.
    unsaved: filesUnsent,
    lostWithPage: filesUnsent,
    danger: true,
    question: 'Leave without creating the test?',
    details: <p>Your draft stays here until you log out or close this tab, without the chosen files.</p>,
  });

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

  useDuplicate({
    unsent,
    onTest(test, pairs) {
      const now = Date.now();
      startWith(pairs === null ? draftToDuplicate(test, now) : draftToSendAgain(test, pairs, now));
      setCopied(test.testId);
    },
  });

  useChosen(setDraft);

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
    noteSent(draft);
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
    const editedSince = differsFrom(draft);
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
          The form was cleared.{' '}
          <button type="button" className={classes.retry} onClick={() => undoReset(cleared)}>
            Undo
          </button>
        </DraftNotice>
      )}
      <MissingFiles names={missingFiles} onClose={forgetMissingFiles} />
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
      {testIds.length > SHOWN_TESTS && (
        <>
          {', '}
          <Link to="/tests">all tests</Link>
        </>
      )}
    </span>
  );
}

/** `Test #12: 4 messages, per run`. */
function createdTestWords({ testId, messagesPerRun, testType }: Test): string {
  return `Test #${testId}: ${counted(messagesPerRun, 'message')}${testType === 'RECURRING' ? ', per run' : ''}`;
}

interface Duplicate {
  /** Whether filling the form would discard an unsent draft. */
  readonly unsent: boolean;
  /** @param pairs those to send again; null: a copy of the whole test */
  readonly onTest: (test: Test, pairs: readonly OfficePhonePair[] | null) => void;
}

export function useDuplicate({ unsent, onTest }: Duplicate): void {
  const [parameters, setParameters] = useSearchParams();
  const from = parameters.get('from');
  const state = useLocation().state as { pairs?: readonly OfficePhonePair[] } | null;
  const pairs = state?.pairs ?? null;

  const mayReplaceDraft = useEffectEvent(
    async ({ testId }: Test) =>
      !unsent ||
      (await dialogs.confirm(`Replace your draft with a copy of test ${testId}?`, {
        confirmLabel: 'Replace',
        cancelLabel: 'Keep my draft',
      })),
  );
  const take = useEffectEvent((test: Test) => onTest(test, pairs));

  useEffect(() => {
    if (from === null) return;
    const left = new AbortController();
    async function fill() {
      try {
        const test = await getIndividualTest(Number(from), left.signal);
        if (left.signal.aborted) return;
        if ((await mayReplaceDraft(test)) && !left.signal.aborted) take(test);
      } catch (error) {
        if (left.signal.aborted) return;
        console.error('Failed to load the test to copy', error);
        await dialogs.alert('Failed to copy the test. Please try again.', error);
      }
      // Remove the parameter so that a reload restores the edited draft instead of copying the test again.
      setParameters({}, { replace: true });
    }
    void fill();
    return () => left.abort();
  }, [from, setParameters]);
}
