/**
 * Why a message has its verdict: the questions of the rule with their answers, and all evidence that is kept of it; opened by
 * whoever asks.
 */
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
  const { steps, verdict } = explainVerdict(log);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.why} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.opener}>
        <IconChevronRight size={14} aria-hidden />
        Why “{log.verdict}”?
      </summary>
      <ol className={classes.steps} aria-label="The rule">
        {steps.map(({ question, answer }) => (
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
      {isOpen && <KeptEvidence log={log} />}
    </details>
  );
}

/** The icon and the label of each side. */
export const SIDES = {
  console: [IconMessagePlus, 'Console:'],
  carrier: [IconBuildingBroadcastTower, 'Carrier:'],
  handset: [IconDeviceMobile, 'Handset:'],
} as const satisfies Record<Side, unknown>;

/** In the order in which it was heard of, and as it came; loaded when it is opened. */
function KeptEvidence({ log }: { log: TestLog }) {
  const { data, isError, refetch } = useMessageWhy(log);
  return (
    <Box mt={16} maw={760}>
      <Text component="h3" size="xs" fw={550} c="dimmed" mb={4}>
        Kept evidence
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
            Try again
          </Button>
        </Text>
      )}
    </Box>
  );
}

/** Loads when the details open, and again when the message changes. */
function useMessageWhy({ testLogID, submission, receipt, reception, verdict, settled }: TestLog) {
  const { load } = useLoad();
  const ofMessage = ['message-why', testLogID];
  return useQuery({
    queryKey: [...ofMessage, submission, receipt, reception?.at, verdict, settled],
    queryFn: (context) =>
      load(context, 'evidence', (options) => getMessageWhy(testLogID, options), ofMessage),
    placeholderData: keepPreviousData,
  });
}

function Evidence({ why }: { why: MessageWhy }) {
  const lines = evidenceLines(why);
  return (
    <>
      {why.waitsFor !== null && (
        <p className={classes.waits}>
          <strong>What it waits for:</strong> {why.waitsFor}
        </p>
      )}
      {why.setAside.length > 0 && <SetAside items={why.setAside} />}
      <ol className={classes.lines} aria-label="Kept evidence">
        {lines.map((line, index) => (
          // What is kept is only ever added to.
          <Line key={`${line.at} ${index}`} line={line} />
        ))}
      </ol>
      <Text size="xs" c="dimmed" mt={6}>
        {why.addsUp
          ? 'Told anew from its beginning, this evidence gives what is shown above. Times are by the console’s clock, in Los Angeles.'
          : 'Part of the evidence was not kept: told anew, it does not give what is shown above.'}
      </Text>
    </>
  );
}

function SetAside({ items }: { items: MessageWhy['setAside'] }) {
  return (
    <section className={classes.waits} aria-label="Set aside">
      <strong>Set aside, so that it does not hold up other messages:</strong>
      <ul>
        {items.map((item) => (
          <li key={`${item.what} ${item.lastTryAt}`}>{setAsideWords(item)}</li>
        ))}
      </ul>
      An administrator finds the cause with <code>textprobe set-aside</code>, removes it, and retries at once
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
