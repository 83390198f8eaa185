/**
 * The runs of a test on a timeline: past runs from the left, then upcoming ones. Choosing a past run limits the report to its messages.
 * Radio buttons: one Tab stop, arrow keys move between runs.
 */
import { Box, Group, Paper, Radio, type RadioCardProps, Text, Title, UnstyledButton } from '@mantine/core';
import { IconCalendarEvent, IconChevronLeft } from '@tabler/icons-react';
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { formatDateTime } from '@textprobe/domain/display';
import { figure } from '@textprobe/domain/figures';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { runStatusLabel } from '@textprobe/domain/run-status';
import { toneOfRun } from '@textprobe/domain/verdict-tones';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useNow } from '../../ui/relative-time.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { dayAndTime, runOutcome } from './run-words.ts';
import classes from './runs-strip.module.css';
import type { Runs } from './use-runs.ts';

interface RunsStripProps {
  readonly runs: Runs;
  readonly runCount: number;
  readonly upcoming: Report['upcoming'];
  /** Null shows all. */
  readonly chosen: number | null;
  readonly onChoose: (runId: number | null) => void;
}

export function RunsStrip(props: RunsStripProps) {
  const { runCount, upcoming, chosen, onChoose } = props;
  const { runs, hasOlder, isLoadingOlder, isOlderFailed, loadOlder } = props.runs;
  const now = useRef<HTMLDivElement>(null);
  const { scroller, noteOlderRequested } = useScroller(now, runs.at(-1)?.runId, chosen);
  const run = runs.find(({ runId }) => runId === chosen);
  const thisYear = losAngelesDate(useNow(60_000)).slice(0, 4);
  const notes = upcoming.filter(({ note }) => note !== null);
  return (
    <Box component="section" mb={16} aria-labelledby="runs-title">
      <Group gap="0 12px" align="baseline" mb={8}>
        <Title order={2} id="runs-title">
          Runs ({figure(runCount)})
        </Title>
        <Text fz="sm" c="dimmed" role="status">
          {run === undefined ? countWords(runs.length, runCount) : chosenWords(run)}
        </Text>
      </Group>
      <Paper
        withBorder
        radius="lg"
        className={classes.frame}
        role="radiogroup"
        aria-label="Show the messages of"
      >
        <RunCard
          w={80}
          isChosen={chosen === null}
          // While the chosen run loads, this is the Tab stop.
          tabIndex={run === undefined ? 0 : -1}
          onClick={() => onChoose(null)}
        >
          <Text size="sm" fw={600}>
            All runs
          </Text>
        </RunCard>
        {/* Before the first run nothing inside can be focused. */}
        <div className={classes.scroller} ref={scroller} {...(runs.length === 0 ? { tabIndex: 0 } : {})}>
          {hasOlder && (
            <UnstyledButton
              className={classes.cell}
              // Not disabled while loading: a disabled button loses the focus.
              aria-disabled={isLoadingOlder}
              onClick={() => {
                if (isLoadingOlder) return;
                noteOlderRequested();
                loadOlder();
              }}
            >
              <IconChevronLeft size={16} aria-hidden />
              {isLoadingOlder ? 'Loading…' : isOlderFailed ? 'Failed. Retry' : 'Older runs'}
            </UnstyledButton>
          )}
          {runs.toReversed().map((one) => (
            <RunCard
              key={one.runId}
              isChosen={one.runId === chosen}
              data-tip={`${formatDateTime(one.dueAt)}: ${runOutcome(one)}`}
              onClick={() => onChoose(one.runId)}
            >
              <RunWords at={one.dueAt}>
                <ToneSign tone={toneOfRun(one.status)} />
                {runStatusLabel(one.status)}
              </RunWords>
            </RunCard>
          ))}
          <div ref={now} className={classes.now} aria-hidden>
            now
          </div>
          {upcoming.length === 0 ? (
            <Text fz="sm" c="dimmed" px={12} style={{ alignSelf: 'center' }}>
              No further runs
            </Text>
          ) : (
            <ol className={classes.coming} aria-label="Upcoming runs">
              {upcoming.map(({ at, note }) => (
                <li key={at} className={classes.cell}>
                  <RunWords at={at} thisYear={thisYear}>
                    <IconCalendarEvent size={14} aria-hidden />
                    {note === null ? 'Planned' : 'Clock change'}
                  </RunWords>
                </li>
              ))}
            </ol>
          )}
        </div>
      </Paper>
      {notes.map(({ at, note }) => (
        <Text key={at} size="xs" c="dimmed" mt={6}>
          {dayAndTime(at).day}: {note}
        </Text>
      ))}
    </Box>
  );
}

/**
 * Opens at the chosen run, otherwise at the boundary of past and future. Loading older runs keeps the scroll position, unless they include
 * the chosen run.
 */
function useScroller(now: RefObject<HTMLElement | null>, oldest: number | undefined, chosen: number | null) {
  const scroller = useRef<HTMLDivElement>(null);
  const offsetFromRight = useRef<number | null>(null);
  const isChosenPending = useRef(chosen !== null);
  const hasRequestedOlder = useRef(false);
  useLayoutEffect(() => {
    const frame = scroller.current;
    if (frame === null) return;
    const found = isChosenPending.current ? frame.querySelector<HTMLElement>('[aria-checked="true"]') : null;
    const target = found ?? (offsetFromRight.current === null ? now.current : null);
    if (target !== null) frame.scrollLeft = target.offsetLeft - (frame.clientWidth - target.offsetWidth) / 2;
    else if (offsetFromRight.current !== null) frame.scrollLeft = frame.scrollWidth - offsetFromRight.current;
    if (found !== null) isChosenPending.current = false;
    // After the last page the button is gone, and with it the focus.
    if (hasRequestedOlder.current && document.activeElement === document.body) {
      frame.querySelector<HTMLElement>('[role="radio"]')?.focus({ preventScroll: true });
    }
    hasRequestedOlder.current = false;
    const note = () => {
      offsetFromRight.current = frame.scrollWidth - frame.scrollLeft;
    };
    note();
    frame.addEventListener('scroll', note, { passive: true });
    return () => frame.removeEventListener('scroll', note);
  }, [now, oldest]);
  return {
    scroller,
    /** Notes that the button requested older runs, since it may disappear once they are loaded. */
    noteOlderRequested() {
      hasRequestedOlder.current = true;
    },
  };
}

function RunCard({ isChosen, ...card }: RadioCardProps & { readonly isChosen: boolean }) {
  return (
    <Radio.Card
      className={classes.cell}
      name="run"
      checked={isChosen}
      tabIndex={isChosen ? 0 : -1}
      {...card}
    />
  );
}

interface RunWordsProps {
  /** As in responses. */
  readonly at: string | null;
  /** The current year, which is not shown; omitted for past runs, which never show theirs. */
  readonly thisYear?: string;
  /** Its state. */
  readonly children: ReactNode;
}

function RunWords({ at, thisYear, children }: RunWordsProps) {
  const { day, time } = dayAndTime(at);
  const year = at?.slice(0, 4);
  return (
    <>
      <Text span size="sm" fw={600}>
        {thisYear === undefined || year === thisYear ? day : `${day}, ${year}`}
      </Text>
      <Text span inherit c="dimmed">
        {time}
      </Text>
      <Group component="span" gap={4} wrap="nowrap" mt={2}>
        {children}
      </Group>
    </>
  );
}

function chosenWords(run: Run): string {
  return `${formatDateTime(run.dueAt)} · ${runStatusLabel(run.status)} · ${runOutcome(run)}`;
}

function countWords(shown: number, all: number): string {
  return all > shown ? `The newest ${figure(shown)} are shown.` : '';
}
