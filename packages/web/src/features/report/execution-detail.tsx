/** An opened row: the verdict, what to do and why, the timeline of all ledgers, and the sent text beside the received one. */
import { Box, Group, Text, Timeline } from '@mantine/core';
import type { MediaFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import { whatToDo } from '@textprobe/domain/advice';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { describeOutcome } from '@textprobe/domain/verdict';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { CopyForCarrier } from './copy-for-carrier.tsx';
import { SIDES } from './evidence-signs.tsx';
import { MessageMedia } from './media-list.tsx';
import { type Moment, timelineOf } from './message-moments.ts';
import { DetailHeading, MessageTexts } from './message-texts.tsx';
import { VerdictWhy } from './verdict-why.tsx';
import { HoldUp } from './waiting-notice.tsx';

const EVIDENCE: Record<TestLog['evidence'], string> = {
  handset: 'This phone is judged by its handset’s report.',
  receipt: 'This phone has no agent, so it is judged by the carrier’s receipt.',
};

interface ExecutionDetailProps {
  readonly log: TestLog;
  /** Files of an MMS as sent. */
  readonly sentFiles: readonly MediaFile[];
  readonly isMms: boolean;
}

export function ExecutionDetail({ log, sentFiles, isMms }: ExecutionDetailProps) {
  const hasMedia = sentFiles.length > 0 || (log.reception?.media.length ?? 0) > 0;
  const advice = whatToDo(log);
  return (
    <Box fz="sm" lh="18px">
      <Group gap={8} align="start" mb={8}>
        <Group gap={8} align="start" wrap="nowrap" flex="1 1 320px">
          <ToneSign tone={toneOf(log.verdict)} size={16} />
          <div>
            <Text size="sm" c="dimmed">
              <Text span inherit fw={550} c="bright">
                {describeOutcome(log)}
              </Text>{' '}
              {EVIDENCE[log.evidence]}
              {log.settled ? '' : ' Not settled yet.'}
            </Text>
            {advice !== null && (
              <Text size="sm" mt={4} maw="88ch">
                <Text span inherit fw={550}>
                  What to do:
                </Text>{' '}
                {advice}
              </Text>
            )}
          </div>
        </Group>
        <CopyForCarrier logId={log.testLogID} />
      </Group>
      <HoldUp log={log} />
      <VerdictWhy log={log} />
      <Group gap="20px 40px" align="start">
        <Box flex="4 1 280px">
          <DetailHeading>
            What happened
            {log.submission.at !== null && (
              <Text span inherit fw={400} ml={8}>
                + and − count from its submission
              </Text>
            )}
          </DetailHeading>
          <Timeline role="list" bulletSize={24} lineWidth={1}>
            {timelineOf(log).map(momentItem)}
          </Timeline>
        </Box>
        <Box flex="7 1 480px" miw={0}>
          <MessageTexts log={log} isMms={isMms} />
          {hasMedia && <MessageMedia log={log} sentFiles={sentFiles} />}
        </Box>
      </Group>
    </Box>
  );
}

const COLORS = {
  good: 'var(--tp-status-delivered)',
  bad: 'var(--tp-status-failed)',
  doubtful: 'var(--tp-status-partially-delivered)',
  neutral: 'var(--tp-text-soft)',
  missing: 'var(--tp-text-soft)',
} as const satisfies Record<Moment['kind'], string>;

/** An event of the message with its side's sign, its time to the millisecond and its delay. */
function momentItem({ key, side, title, note, at, sinceMs, kind }: Moment) {
  const [Sign] = SIDES[side];
  const isMissing = kind === 'missing';
  return (
    // Not a component: the library's timeline adds props to its children.
    <Timeline.Item
      key={key}
      role="listitem"
      mt={12}
      bullet={<Sign size={14} aria-hidden />}
      styles={{
        itemBullet: {
          color: COLORS[kind],
          borderColor: COLORS[kind],
          borderStyle: isMissing ? 'dashed' : 'solid',
        },
      }}
    >
      <Group gap={8} wrap="nowrap" align="start" justify="space-between" pt={3} lh="18px">
        <div>
          <Text size="sm" {...(isMissing ? { c: 'dimmed' } : { fw: 550 })}>
            {title}
          </Text>
          {note !== null && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {note}
            </Text>
          )}
        </div>
        <Box ta="right" style={{ whiteSpace: 'nowrap' }}>
          {at !== null && <time dateTime={formatLosAngeles(at)}>{formatLosAngeles(at).slice(11, 23)}</time>}
          {sinceMs !== null && (
            <Text size="xs" c="dimmed">
              {since(sinceMs)}
            </Text>
          )}
        </Box>
      </Group>
    </Timeline.Item>
  );
}

/** Negative before submission, if clocks differ, or if the receipt arrived before the answer. */
function since(ms: number): string {
  if (ms === 0) return '0 s';
  return `${ms < 0 ? '−' : '+'}${formatSeconds(Math.abs(ms) / 1_000)}`;
}
