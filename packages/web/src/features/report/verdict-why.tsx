/** Why a message has its verdict: the rule's questions with their answers, and all recorded evidence. */
import { Box, Button, Text } from '@mantine/core';
import {
  IconBuildingBroadcastTower,
  IconChevronRight,
  IconDeviceMobile,
  IconMessagePlus,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MessageWhy } from '@textprobe/contract/message-why';
import type { TestLog } from '@textprobe/contract/messages';
import { explainVerdict } from '@textprobe/domain/verdict-reasons';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { useState } from 'react';
import { getMessageWhy } from '../../api/messages.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { type EvidenceLine, evidenceLines, setAsideWords } from './evidence-words.ts';
import type { Side } from './message-moments.ts';
import classes from './verdict-why.module.css';

export function VerdictWhy({ log }: { log: TestLog }) {
  const [isOpen, setOpen] = useState(false);
  const why = useMessageWhy(log, isOpen);
  const { steps, verdict } = explainVerdict(log);
  // The evidence has receipts that the message does not show, such as one with an unknown state.
  const rule = why.data?.verdict === verdict ? why.data.rule : steps;
  return (
    <details className={classes.why} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.opener}>
        <IconChevronRight size={14} aria-hidden />
        Why “{log.verdict}”?
      </summary>
      <ol className={classes.steps} aria-label="The rule">
        {rule.map(({ question, answer }) => (
          <li key={question}>
            {question} <strong>{answer}</strong>
          </li>
        ))}
      </ol>
      <p className={classes.conclusion}>
        <ToneSign tone={toneOf(verdict)} />
        <span>
          So the verdict is <strong>{verdict}</strong>.
        </span>
      </p>
      {isOpen && <RecordedEvidence why={why} />}
    </details>
  );
}

/** The icon and the label of each side. */
export const SIDES = {
  console: [IconMessagePlus, 'Console:'],
  carrier: [IconBuildingBroadcastTower, 'Carrier:'],
  handset: [IconDeviceMobile, 'Handset:'],
} as const satisfies Record<Side, unknown>;

/** All evidence of the message in the order it arrived, loaded when the details open. */
function RecordedEvidence({ why: { data, isError, refetch } }: { why: ReturnType<typeof useMessageWhy> }) {
  return (
    <Box mt={16} maw={760}>
      <Text component="h3" size="xs" fw={550} c="dimmed" mb={4}>
        Evidence
      </Text>
      {data !== undefined && <Evidence why={data} />}
      {data === undefined && !isError && (
        <Text role="status" size="xs" c="dimmed" mt={6}>
          Loading the evidence...
        </Text>
      )}
      {isError && (
        <Text component="div" role="alert" size="xs" c="dimmed" mt={6}>
          Failed to load the evidence.{' '}
          <Button variant="default" size="compact-xs" onClick={() => void refetch()}>
            Retry
          </Button>
        </Text>
      )}
    </Box>
  );
}

/** Loads when the details open, and again when the message changes. */
function useMessageWhy(log: TestLog, isOpen: boolean) {
  const { testLogID, submission, receipt, reception, verdict, settled } = log;
  const { load } = useLoad();
  const ofMessage = ['message-why', testLogID];
  return useQuery({
    queryKey: [...ofMessage, submission, receipt, reception?.at, verdict, settled],
    queryFn: (context) =>
      load(context, 'evidence', (options) => getMessageWhy(testLogID, options), ofMessage),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
}

function Evidence({ why }: { why: MessageWhy }) {
  const lines = evidenceLines(why);
  return (
    <>
      {why.waitsFor !== null && (
        <p className={classes.waits}>
          <strong>Waiting for:</strong> {why.waitsFor}
        </p>
      )}
      {why.setAside.length > 0 && <SetAside items={why.setAside} />}
      <ol className={classes.lines} aria-label="Evidence">
        {lines.map((line, index) => (
          // Evidence is append-only, so the index is stable.
          <Line key={`${line.at} ${index}`} line={line} />
        ))}
      </ol>
      {why.joinedText !== null && (
        <details className={classes.raw}>
          <summary>Joined text of the parts</summary>
          <pre>{why.joinedText}</pre>
        </details>
      )}
      <Text size="xs" c="dimmed" mt={6}>
        {why.addsUp
          ? 'Replaying this evidence gives the same verdict. Times use the console’s clock, in Los Angeles.'
          : 'Part of the evidence is missing: replaying it does not give the same verdict.'}
      </Text>
    </>
  );
}

function SetAside({ items }: { items: MessageWhy['setAside'] }) {
  return (
    <section className={classes.waits} aria-label="Set aside">
      <strong>Set aside so that other messages are not held up:</strong>
      <ul>
        {items.map((item) => (
          <li key={`${item.what} ${item.lastTryAt}`}>{setAsideWords(item)}</li>
        ))}
      </ul>
      An administrator can find the cause with <code>textprobe set-aside</code> and, once it is fixed, retry
      with <code>textprobe set-aside retry</code>.
    </section>
  );
}

function Line({ line }: { line: EvidenceLine }) {
  const { side, title, note, raw, at, time, verdict, isCorrection } = line;
  const [Sign, whose] = SIDES[side];
  return (
    <li className={classes.line}>
      <time className={classes.time} dateTime={at}>
        {time}
      </time>
      <Sign size={14} role="img" aria-label={whose} className={classes.side} />
      <div className={classes.what}>
        <span className={classes.title}>{title}</span>
        {note !== null && <span className={classes.note}>{note}</span>}
        {raw !== null && (
          <details className={classes.raw}>
            <summary>{raw.label}</summary>
            <pre>{raw.text}</pre>
          </details>
        )}
      </div>
      {verdict !== null && (
        <span className={classes.verdict}>
          <ToneSign tone={toneOf(verdict)} />
          {isCorrection ? `corrected to ${verdict}` : verdict}
        </span>
      )}
    </li>
  );
}
