/** Why a message has its verdict: the rule's questions with their answers, and all recorded evidence. */
import { Alert, Box, Button, Code, Group, List, Text, Timeline } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MessageWhy } from '@textprobe/contract/message-why';
import type { TestLog } from '@textprobe/contract/messages';
import { explainVerdict } from '@textprobe/domain/verdict-reasons';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { type ReactNode, useState } from 'react';
import { getMessageWhy } from '../../api/messages.ts';
import { callOptions } from '../../ui/call-options.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { SIDES } from './evidence-signs.tsx';
import { type EvidenceLine, evidenceLines, setAsideWords } from './evidence-words.ts';
import { DetailHeading } from './message-texts.tsx';

export function VerdictWhy({ log }: { log: TestLog }) {
  const [isOpen, setOpen] = useState(false);
  const why = useMessageWhy(log, isOpen);
  const { steps, verdict } = explainVerdict(log);
  // The evidence has receipts that the message does not show, such as one with an unknown state.
  const rule = why.data?.verdict === verdict ? why.data.rule : steps;
  return (
    <Box component="details" mb={16} ml={24} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Summary>Why “{log.verdict}”?</Summary>
      <List type="ordered" size="sm" c="dimmed" mt={8} aria-label="The rule">
        {rule.map(({ question, answer }) => (
          <List.Item key={question}>
            {question} <Emphasis>{answer}</Emphasis>
          </List.Item>
        ))}
      </List>
      <Group component="p" gap={4} mt={8} mb={0} c="dimmed">
        <ToneSign tone={toneOf(verdict)} />
        <span>
          So the verdict is <Emphasis>{verdict}</Emphasis>.
        </span>
      </Group>
      {isOpen && (
        <Box mt={16} maw={760}>
          <DetailHeading>Evidence</DetailHeading>
          <RecordedEvidence why={why} />
        </Box>
      )}
    </Box>
  );
}

function Emphasis({ children }: { children: string }) {
  return (
    <Text component="strong" inherit fw={550} c="bright">
      {children}
    </Text>
  );
}

function Summary({ children }: { children: ReactNode }) {
  return (
    <Text
      component="summary"
      inherit
      w="fit-content"
      mih={24}
      c="var(--tp-accent)"
      style={{ cursor: 'pointer' }}
    >
      {children}
    </Text>
  );
}

/** Loads when the details open, and again when the message changes. */
function useMessageWhy(log: TestLog, isOpen: boolean) {
  const { testLogID, submission, receipt, reception, verdict, settled } = log;
  const ofMessage = ['message-why', testLogID];
  return useQuery({
    queryKey: [...ofMessage, submission, receipt, reception?.at, verdict, settled],
    queryFn: (context) => getMessageWhy(testLogID, callOptions(context, ofMessage)),
    meta: { purpose: 'load the evidence' },
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
}

/** All evidence of the message in the order it arrived, loaded when the details open. */
function RecordedEvidence({ why: { data, isError, refetch } }: { why: ReturnType<typeof useMessageWhy> }) {
  return (
    <>
      {data !== undefined && <Evidence why={data} />}
      {data === undefined && !isError && (
        <Text role="status" size="xs" c="dimmed">
          Loading the evidence...
        </Text>
      )}
      {isError && (
        <Text component="div" role="alert" size="xs" c="dimmed">
          Failed to load the evidence.{' '}
          <Button variant="default" size="compact-xs" onClick={() => void refetch()}>
            Retry
          </Button>
        </Text>
      )}
    </>
  );
}

function Evidence({ why }: { why: MessageWhy }) {
  return (
    <>
      {why.waitsFor !== null && (
        <Text size="sm" mb={8}>
          <Emphasis>Waiting for:</Emphasis> {why.waitsFor}
        </Text>
      )}
      {why.setAside.length > 0 && <SetAside items={why.setAside} />}
      <Timeline role="list" bulletSize={24} lineWidth={1} aria-label="Evidence">
        {evidenceLines(why).map(evidenceItem)}
      </Timeline>
      {why.joinedText !== null && <Raw label="Joined text of the parts" text={why.joinedText} />}
      <Text size="xs" c="dimmed" mt={8}>
        {why.addsUp
          ? 'Replaying this evidence gives the same verdict. Times use the console’s clock, in Los Angeles.'
          : 'Part of the evidence is missing: replaying it does not give the same verdict.'}
      </Text>
    </>
  );
}

function SetAside({ items }: { items: MessageWhy['setAside'] }) {
  return (
    <Alert component="section" role="region" variant="default" mb={8} aria-label="Set aside">
      <Emphasis>Set aside so that other messages are not held up:</Emphasis>
      <List size="sm" my={2}>
        {items.map((item) => (
          <List.Item key={`${item.what} ${item.lastTryAt}`}>{setAsideWords(item)}</List.Item>
        ))}
      </List>
      An administrator can find the cause with <Code>textprobe set-aside</Code> and, once it is fixed, retry
      with <Code>textprobe set-aside retry</Code>.
    </Alert>
  );
}

function evidenceItem(
  { side, title, note, raw, at, time, verdict, isCorrection }: EvidenceLine,
  index: number,
) {
  const [Sign, whose] = SIDES[side];
  return (
    <Timeline.Item
      // Evidence is append-only, so the index is stable.
      key={`${at} ${index}`}
      role="listitem"
      mt={12}
      bullet={<Sign size={14} role="img" aria-label={whose} />}
    >
      <Group gap="0 10px" wrap="wrap" pt={3} fz="sm" lh="18px">
        <Text component="time" dateTime={at} inherit c="dimmed">
          {time}
        </Text>
        <Text span inherit fw={550}>
          {title}
        </Text>
        {verdict !== null && (
          <Group component="span" gap={4} ml="auto">
            <ToneSign tone={toneOf(verdict)} />
            {isCorrection ? `corrected to ${verdict}` : verdict}
          </Group>
        )}
      </Group>
      {note !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
      {raw !== null && <Raw label={raw.label} text={raw.text} />}
    </Timeline.Item>
  );
}

/** A text as it came, behind its label. */
function Raw({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Box component="details" fz="xs" lh="18px">
      <Summary>{label}</Summary>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </Box>
  );
}
