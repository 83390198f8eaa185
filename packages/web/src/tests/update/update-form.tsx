/** The form of a test that can still be changed, and what becomes of it when it is sent (UPDATE-3 to 11). */
import { Button } from '@mantine/core';
import type { Test, UpdateTestBody } from '@textprobe/contract/tests';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { updateTest } from '../../calls/tests.ts';
import { useDialogs } from '../../dialogs/dialog-provider.tsx';
import { ProblemReasons } from '../../dialogs/problem-reasons.tsx';
import { LostFiles } from '../create/draft-notice.tsx';
import type { Draft } from '../form/draft.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { UPDATE_MANNER } from '../form/manner.ts';
import { onTheWire, toUpdateBody } from '../form/payload.ts';
import { TestForm } from '../form/test-form.tsx';
import { useAttachments } from '../form/use-attachments.ts';
import { useDirectoryLoader } from '../form/use-directory-loader.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useSendTest } from '../form/use-send-test.ts';
import { useUpdateDraft } from './use-update-draft.ts';

const BEGUN =
  'Cannot update test: Test has already been executed or is currently executing. Only unexecuted tests can be updated.';

export function UpdateForm({ test }: { test: Test }) {
  const attachments = useAttachments(UPDATE_MANNER.fileRule);
  const { draft, setDraft, changed, lostFiles, forgetLostFiles, revert, forget } = useUpdateDraft(
    test,
    attachments.chosen,
  );
  const load = useDirectoryLoader();
  const { send, sending, progress, errors, clearErrors } = useSendTest<Omit<UpdateTestBody, 'testId'>>({
    failure: 'Failed to update the test',
    bodyOf: (written) => toUpdateBody(written, load, onTheWire(formatLosAngeles(Date.now()))),
    send: (body, files, key, onProgress) => updateTest(test.testId, body, files, key, onProgress),
  });
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const area = useRef<HTMLTextAreaElement>(null);
  const { letPass } = useLeaveGuard({
    unsaved: changed,
    lostWithPage: changed && attachments.chosen.length > 0,
    danger: true,
    question: 'Leave without updating the test?',
    details: <p>The test stays as it was. What you changed here is not kept.</p>,
    onLeave: forget,
  });

  const change = (next: (draft: Draft) => Draft, ...fields: string[]) => {
    setDraft(next);
    clearErrors(...fields);
  };

  async function submit() {
    try {
      await send(draft, attachments.chosen);
    } catch (error) {
      const begun = error instanceof Error && error.message.includes('execution status');
      await dialogs.alert(begun ? BEGUN : 'Failed to update test. Please try again.', {
        details: begun ? undefined : <ProblemReasons error={error} />,
      });
      focusFirstError();
      return;
    }
    await dialogs.alert('Test updated successfully!');
    forget();
    letPass();
    await navigate('/tests');
  }

  return (
    <>
      {lostFiles.length > 0 && attachments.chosen.length === 0 && (
        <LostFiles names={lostFiles} onClose={forgetLostFiles} />
      )}
      <TestForm
        name="Update Test"
        busyLabel="Updating Test..."
        busy={sending}
        manner={UPDATE_MANNER}
        draft={draft}
        attachments={attachments}
        progress={progress}
        errors={errors}
        area={area}
        actions={
          <Button
            variant="default"
            disabled={!changed || sending}
            onClick={() => {
              revert();
              attachments.clear();
              clearErrors(...Object.keys(errors));
            }}
          >
            Undo changes
          </Button>
        }
        onChange={change}
        onSubmit={() => void submit()}
      />
    </>
  );
}
