/** Create Test (CREATE-1): the form, what becomes of it when it is sent, and what stays of it for the next. */
import { Button } from '@mantine/core';
import type { CreateTestBody, Test } from '@textprobe/contract/tests';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Screen, ScreenHeader } from '../../app/screen.tsx';
import { createMMSTest, createSMSTest } from '../../calls/tests.ts';
import { useDialogs } from '../../dialogs/dialog-provider.tsx';
import { ProblemReasons } from '../../dialogs/problem-reasons.tsx';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { draftToDuplicate } from '../form/draft-of-test.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { CREATE_MANNER } from '../form/manner.ts';
import { toCreateBody } from '../form/payload.ts';
import { TestForm } from '../form/test-form.tsx';
import { useAttachments } from '../form/use-attachments.ts';
import { useDirectoryLoader } from '../form/use-directory-loader.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useSendTest } from '../form/use-send-test.ts';
import { DraftNotice, LostFiles } from './draft-notice.tsx';
import { JustMade, madeWords } from './just-made.tsx';
import { useCreateDraft } from './use-create-draft.ts';
import { useDuplicate } from './use-duplicate.tsx';

export function CreateTestScreen() {
  const attachments = useAttachments(CREATE_MANNER.fileRule);
  const kept = useCreateDraft(attachments.chosen);
  const { draft, setDraft, unsent, changed, lostFiles, forgetLostFiles, noteSent, differsFrom, settle } =
    kept;
  const [copied, setCopied] = useState<number | null>(null);
  const [made, setMade] = useState<readonly number[]>([]);
  const load = useDirectoryLoader();
  const { send, sending, progress, errors, clearErrors } = useSendTest<CreateTestBody>({
    failure: 'Failed to create the test',
    bodyOf: (written) => toCreateBody(written, load),
    send: (body, files, key, onProgress) =>
      body.messageType === 'MMS' ? createMMSTest(body, files, key, onProgress) : createSMSTest(body, key),
  });
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const area = useRef<HTMLTextAreaElement>(null);

  // Typing can begin at once; on a touch screen that would bring up the keyboard unasked.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) area.current?.focus();
  }, []);

  const filesUnsent = attachments.chosen.length > 0 && unsent;
  const { letPass } = useLeaveGuard({
    unsaved: changed || filesUnsent,
    lostWithPage: filesUnsent,
    danger: filesUnsent,
    question: 'Leave without creating the test?',
    details: (
      <p>
        What you wrote stays here as a draft until you log out or close this tab
        {filesUnsent ? ', but the chosen files do not.' : '.'}
      </p>
    ),
  });

  const change = (next: (draft: Draft) => Draft, ...fields: string[]) => {
    setDraft(next);
    clearErrors(...fields);
  };

  function startWith(next: Draft) {
    settle(next);
    attachments.clear();
    clearErrors(...Object.keys(errors));
    area.current?.focus();
  }

  useDuplicate({
    unsent,
    onTest(test) {
      startWith(draftToDuplicate(test, Date.now()));
      setCopied(test.testId);
    },
  });

  async function submit() {
    if (draft.messageType === 'MMS' && attachments.refused.length > 0) {
      await dialogs.alert('Please fix the file errors before submitting.');
      return;
    }
    let created: Test;
    try {
      created = await send(draft, attachments.chosen);
    } catch (error) {
      await dialogs.alert('Failed to create test. Please try again.', {
        details: <ProblemReasons error={error} />,
      });
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
          <p>{madeWords(created)}</p>
          {created.scheduleNote !== null && <p>{created.scheduleNote}</p>}
        </>
      ),
    });
    const typedOn = differsFrom(draft);
    if (!open) return typedOn ? area.current?.focus() : area.current?.select();
    if (!typedOn) {
      // Who comes back writes another message, most often to the same phones.
      settle({ ...draft, messageBody: '', kept: [], links: [] });
      attachments.clear();
      letPass();
    }
    await navigate(`/test-report/${created.testId}`);
  }

  return (
    <Screen title="Create Test">
      <ScreenHeader title="Create Test" note={made.length > 0 && <JustMade testIds={made} />} />
      {copied !== null && (
        <DraftNotice onClose={() => setCopied(null)}>
          A copy of test {copied}. Nothing is sent before you create it.
        </DraftNotice>
      )}
      {lostFiles.length > 0 && attachments.chosen.length === 0 && (
        <LostFiles names={lostFiles} onClose={forgetLostFiles} />
      )}
      <TestForm
        name="Create Test"
        busyLabel="Creating Test..."
        busy={sending}
        manner={CREATE_MANNER}
        draft={draft}
        attachments={attachments}
        progress={progress}
        errors={errors}
        area={area}
        actions={
          <Button
            variant="default"
            onClick={() => {
              setCopied(null);
              startWith(EMPTY_DRAFT);
            }}
          >
            Reset
          </Button>
        }
        onChange={change}
        onSubmit={() => void submit()}
      />
    </Screen>
  );
}
