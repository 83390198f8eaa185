/** Create several tests (EVIDENCE-7): one test a line, with a preview; recipients and schedule come from the draft of Create Test. */
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../ui/counted.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import form from '../../../ui/form.module.css';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { CREATE_DRAFT_KEY } from '../../../ui/unsent-drafts.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { DraftNotice } from '../create/draft-notice.tsx';
import { EMPTY_DRAFT } from '../form/draft.ts';
import { readDraft } from '../form/draft-storage.ts';
import { assignAttempts, type Batch, EMPTY_BATCH, keepBatch, readBatch } from './batch.ts';
import { CreateBar } from './create-bar.tsx';
import { sampleCsv } from './csv-file.ts';
import { baseOf, createQuestion, isReady } from './plan-tests.ts';
import { LINES_LIMIT } from './read-lines.ts';
import { draftWords, sumWords } from './several-words.ts';
import { TestsPreview } from './tests-preview.tsx';
import { TextSection } from './text-section.tsx';
import { useCopiedTests } from './use-copied-tests.ts';
import { useCreating } from './use-creating.ts';
import { usePlannedTests } from './use-planned-tests.ts';

export function SeveralScreen() {
  const [draft] = useState(() => readDraft(sessionStorage, CREATE_DRAFT_KEY)?.draft ?? EMPTY_DRAFT);
  const base = useMemo(() => baseOf(draft), [draft]);
  const [batch, setBatch] = useState<Batch>(() => readBatch(sessionStorage));
  const { format, text } = batch;
  const shownText = useDeferredValue(text);
  const planned = usePlannedTests(base, format, shownText);
  const { recipients, reading, tests, isLoading } = planned;
  const creating = useCreating(setBatch);
  const { isRunning } = creating;
  const area = useRef<HTMLTextAreaElement>(null);

  const attempts = useMemo(() => assignAttempts(tests, batch.attempts), [tests, batch.attempts]);
  const left = tests.filter((test) => !attempts.get(test)?.testId);
  const ready = useMemo(
    () => tests.filter((test) => !attempts.get(test)?.testId && isReady(test)),
    [tests, attempts],
  );
  const created = batch.attempts.filter(({ testId }) => testId !== null).length;
  const isOutdated = shownText !== text;
  const excess = Math.max(0, reading.lines.length - LINES_LIMIT);
  const isBlocked = excess > 0 || isOutdated || isLoading;
  const isRetry = !isRunning && creating.ended > 0 && ready.some((test) => attempts.has(test));
  const isRead = !isOutdated && !isLoading && reading.fault === null;
  const isSent = created > 0 && left.length === 0 && isRead;
  useEffect(() => keepBatch(sessionStorage, batch, isSent), [batch, isSent]);

  useLeaveGuard({
    unsaved: isRunning,
    lostWithPage: isRunning,
    danger: false,
    question: 'Leave while tests are being created?',
    details: (
      <p>The remaining tests will not be created. Your text is kept, so you can create the rest later.</p>
    ),
    onLeave: creating.stop,
  });

  const copied = useCopiedTests(text.trim() !== '' && !isSent, (csv) => {
    setBatch({ ...EMPTY_BATCH, format: 'csv', text: csv });
    creating.forget();
  });

  const isBusy = useRef(false);
  async function create() {
    // A second click arrives before the button is drawn as busy.
    if (isBusy.current || ready.length === 0 || isBlocked) return;
    isBusy.current = true;
    try {
      const question = createQuestion(ready, Date.now());
      if (question !== null && !(await dialogs.confirm(question, { confirmLabel: 'Send' }))) return;
      await creating.create(batch, tests, (test) => ready.includes(test), JSON.stringify(base));
    } finally {
      isBusy.current = false;
    }
  }

  async function startOver() {
    const mayDiscard =
      left.length === 0 ||
      (await dialogs.confirm(
        `Discard ${counted(left.length, 'line')} that ${left.length === 1 ? 'has' : 'have'} no test yet?`,
        { confirmLabel: 'Discard', danger: true },
      ));
    if (!mayDiscard) return;
    setBatch({ ...EMPTY_BATCH, format });
    creating.forget();
    area.current?.focus();
  }

  return (
    <Screen title="Create several tests">
      <ScreenHeader title="Create several tests" hasTimes>
        <Button component={Link} to="/create-tests" variant="default">
          Create one test
        </Button>
      </ScreenHeader>
      {copied !== null && <DraftNotice onClose={copied.dismiss}>{copied.words}</DraftNotice>}
      <div className={form.notice}>
        <span>
          {recipients.loading
            ? 'Loading recipients...'
            : `Recipients and schedule from your draft: ${draftWords(draft, recipients.sending.length, recipients.receiving.length)}`}
          {recipients.leftOut.length > 0 && ', excluding those that could not be loaded'}.
          {draft.messageType === 'MMS' && ' Your draft is an MMS; these tests are SMS.'}{' '}
          <Anchor component={Link} inherit underline="always" to="/create-tests">
            Change them in Create Test
          </Anchor>
        </span>
      </div>
      <div className={form.card}>
        <TextSection
          batch={batch}
          isLocked={isRunning}
          fault={reading.fault}
          area={area}
          sample={() => sampleCsv(recipients.sending, recipients.allPhones, Date.now())}
          onChange={(change) => setBatch((now) => ({ ...now, ...change }))}
        />
      </div>
      {/* What applies to the whole text. Always rendered, so that screen readers announce what appears in it. */}
      <Stack role="status" gap={4} mt="sm">
        {reading.warnings.map((warning) => (
          <Text key={warning} size="sm" c="var(--tp-status-partially-delivered)">
            {warning}
          </Text>
        ))}
        {excess > 0 && (
          <Text size="sm" c="var(--tp-danger)">
            At most {LINES_LIMIT} tests are created at once. Remove {counted(excess, 'line')}, and create them
            afterwards.
          </Text>
        )}
        {planned.retry !== null && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
            The directory could not be loaded, so names cannot be found.{' '}
            <TextButton c="inherit" onClick={planned.retry}>
              Retry
            </TextButton>
          </Alert>
        )}
      </Stack>
      {tests.length > 0 && (
        <>
          {/* Once nothing is left, the bar says so. */}
          <Text component="output" display="block" id="sum" my="xs" fw={550}>
            {isLoading ? 'Loading names...' : !isSent && sumWords(left, created, isRetry)}
          </Text>
          <TestsPreview
            tests={tests}
            attempts={attempts}
            creating={creating}
            clientName={planned.clientName}
            isLoading={isLoading}
            isOutdated={isOutdated}
          />
        </>
      )}
      <CreateBar
        ready={ready}
        created={created}
        isDone={isSent}
        isRetry={isRetry}
        isBlocked={isBlocked}
        clientName={planned.clientName}
        partnerOf={planned.partnerOf}
        creating={creating}
        onCreate={() => void create()}
        onStartOver={() => void startOver()}
      />
    </Screen>
  );
}
