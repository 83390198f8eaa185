/** Update Test (/update-test/{id}): loads the test, then shows its form, or why it cannot be updated (UPDATE-1, UPDATE-2). */
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Test, UpdateTestBody } from '@textprobe/contract/tests';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import { HttpError } from '../../../api/http.ts';
import { getIndividualTest, updateTest } from '../../../api/tests.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { NotFound, Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { updateDraftKey } from '../../../ui/unsent-drafts.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { MissingFiles } from '../create/draft-notice.tsx';
import { type Draft, draftToUpdate } from '../form/draft.ts';
import { UPDATE_VARIANT } from '../form/form-variant.ts';
import { onTheWire, toUpdateBody } from '../form/payload.ts';
import { sendQuestion } from '../form/send-question.ts';
import { TestForm } from '../form/test-form.tsx';
import { useAttachments } from '../form/use-attachments.ts';
import { useDraft } from '../form/use-draft.ts';
import { useDirectoryLoader } from '../form/use-recipients.ts';
import { focusFirstError, useSendTest } from '../form/use-send-test.ts';
import { refusal } from '../list/test-words.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { definesTheSame } from './draft-words.ts';

export function UpdateTestScreen() {
  const id = Number(useParams().id);
  const { state } = useLocation();
  // Only after following the list's link: after Back, Forward or a reload the test may have changed.
  const handedOver = useNavigationType() === 'PUSH' ? (state as { test?: Test } | null)?.test : undefined;
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({
    queryKey: ['test', id],
    queryFn: ({ signal }) => getIndividualTest(id, signal),
    enabled: isId && handedOver?.testId !== id,
    // The form must start from the current test, not from a cached one.
    gcTime: 0,
  });
  // Deferred, so that the form is drawn in slices: in one task it blocks a slow phone for 300 ms.
  const test = useDeferredValue(handedOver?.testId === id ? handedOver : query.data);
  const notFound = !isId || (query.error instanceof HttpError && query.error.status === 404);
  useWayBack(test, query.isError && !notFound);

  return (
    <Screen title="Update Test">
      <ScreenHeader title="Update Test" note={test && `#${id}`} />
      {notFound ? (
        <NotFound what="Test" list="Tests" />
      ) : test === undefined ? (
        <Text role="status">Loading test data...</Text>
      ) : (
        refusal('update', test.executionStatus) === null && <UpdateForm key={test.testId} test={test} />
      )}
    </Screen>
  );
}

/** Returns to /tests, with an alert if the test has begun, without one if it failed to load. */
function useWayBack(test: Test | undefined, failed: boolean): void {
  const navigate = useNavigate();
  const refused = test === undefined ? null : refusal('update', test.executionStatus);
  useEffect(() => {
    if (failed || refused !== null) void navigate('/tests', { replace: true });
    if (refused !== null) void dialogs.alert(refused);
  }, [failed, refused, navigate]);
}

const BEGUN =
  'Cannot update test: Test has already been executed or is currently executing. Only unexecuted tests can be updated.';

export function UpdateForm({ test }: { test: Test }) {
  const attachments = useAttachments(UPDATE_VARIANT.fileRule);
  // The test that edits are compared with.
  const [base, setBase] = useState(test);
  const [saved] = useState(() => ({ draft: draftToUpdate(test, Date.now()), version: versionOf(test) }));
  const kept = useDraft({ key: updateDraftKey(test.testId), chosen: attachments.chosen, saved });
  const { draft, setDraft, edited } = kept;
  // The test as someone else saved it, until the user chooses between both versions.
  const [newer, setNewer] = useState(kept.isStale ? test : null);
  const load = useDirectoryLoader();
  const sender = useSendTest<Omit<UpdateTestBody, 'testId'>>({
    failure: 'Failed to update the test',
    bodyOf: async (written) => ({
      ...(await toUpdateBody(written, load, onTheWire(formatLosAngeles(Date.now())))),
      updateTimestamp: kept.version.current || null,
    }),
    send: (body, files, key, onProgress) => updateTest(test.testId, body, files, key, onProgress),
  });
  const navigate = useNavigate();
  const area = useRef<HTMLTextAreaElement>(null);
  const allowLeave = useLeaveGuard({
    unsaved: edited,
    lostWithPage: edited && attachments.chosen.length > 0,
    danger: true,
    question: 'Leave without updating the test?',
    details: <p>The test stays as it was. Your changes will be discarded.</p>,
    onLeave: kept.forget,
  });

  /** @returns the draft equal to this version */
  function rebase(version: Test): Draft {
    const unedited = draftToUpdate(version, Date.now());
    setBase(version);
    kept.rebase(unedited, versionOf(version));
    return unedited;
  }

  /** `changed`: someone else changed the test, and the screen shows both versions. `begun`: it can no longer be changed. */
  async function save(sent: Draft): Promise<Test | 'changed' | 'begun'> {
    for (;;) {
      const version = kept.version.current;
      try {
        return await sender.send(sent, attachments.chosen);
      } catch (error) {
        // Matches the message, since the problem code may vary (UPDATE-10).
        if (error instanceof Error && error.message.includes('execution status')) return 'begun';
        if (!(error instanceof HttpError) || error.problem?.code !== 'test.changed') throw error;
        const saved = await getIndividualTest(test.testId);
        if (versionOf(saved) === version) throw error;
        if (refusal('update', saved.executionStatus) !== null) return 'begun';
        if (version !== versionOf(base) || !definesTheSame(base, saved)) {
          setNewer(saved);
          return 'changed';
        }
        // Only its state changed, such as a missed occurrence, so overwriting loses no one's edits.
        rebase(saved);
      }
    }
  }

  async function submit(messages: number) {
    const question = sendQuestion(draft, messages);
    if (question !== null && !(await dialogs.confirm(question, { confirmLabel: 'Send' }))) return;
    await write();
  }

  async function write() {
    setNewer(null);
    let saved: Awaited<ReturnType<typeof save>>;
    try {
      saved = await save(draft);
    } catch (error) {
      await dialogs.alert('Failed to update test. Please try again.', error);
      focusFirstError();
      return;
    }
    if (saved === 'changed') return;
    if (saved === 'begun') return dialogs.alert(BEGUN);
    const editedSince = kept.differsFrom(draft);
    // Before the alert: a reload while it is open must start from the saved test.
    if (editedSince) rebaseEdits(saved, draft);
    else kept.forget();
    await dialogs.alert('Test updated successfully!');
    if (editedSince) return area.current?.focus();
    allowLeave();
    await navigate('/tests');
  }

  /** Edits made while the update was in flight become changes of the saved version. */
  function rebaseEdits(saved: Test, sent: Draft) {
    rebase(saved);
    attachments.forgetSent(attachments.chosen);
    setDraft((now) => ({
      ...now,
      kept: saved.mediaFiles,
      links: now.links.filter((link) => !sent.links.includes(link)),
    }));
  }

  function startWith(version: Test) {
    setNewer(null);
    setDraft(rebase(version));
    attachments.clear();
    sender.forgetErrors();
  }

  return (
    <>
      {newer !== null && (
        <ConflictPanel
          saved={newer}
          before={kept.isStale ? null : base}
          draft={draft}
          chosen={attachments.chosen}
          onOverwrite={() => {
            rebase(newer);
            void write();
          }}
          onDiscard={() => startWith(newer)}
        />
      )}
      <MissingFiles names={kept.missingFiles} onClose={kept.forgetMissingFiles} />
      <TestForm
        variant={UPDATE_VARIANT}
        draft={draft}
        setDraft={setDraft}
        attachments={attachments}
        sender={sender}
        area={area}
        actions={
          <Button variant="default" disabled={!edited || sender.sending} onClick={() => startWith(base)}>
            Discard changes
          </Button>
        }
        onSubmit={submit}
      />
    </>
  );
}

function versionOf({ updateTimestamp, creationTimestamp }: Test): string {
  return updateTimestamp ?? creationTimestamp ?? '';
}
