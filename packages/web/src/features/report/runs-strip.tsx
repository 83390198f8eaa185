/**
 * The runs of a test on a timeline: past runs from the left, then upcoming ones. Choosing a past run limits the report to its messages.
 * Radio buttons: one Tab stop, arrow keys move between runs.
 */
import { Box, Text, Title } from '@mantine/core';
import {
  IconCalendarEvent,
  IconChevronLeft,
  IconCircleCheckFilled,
  IconCircleHalf2,
  IconCircleXFilled,
  IconClockPause,
  IconHelpCircle,
  IconLoader2,
  IconMoonFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react';
import type { Report } from '@textprobe/contract/messages';
import type { OccurrenceAnswer, Run } from '@textprobe/contract/schedules';
import { formatDateTime } from '@textprobe/domain/display';
import { figure } from '@textprobe/domain/figures';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { runStatusLabel } from '@textprobe/domain/run-status';
import { toneOfRun } from '@textprobe/domain/verdict-tones';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useNow } from '../../ui/relative-time.ts';
import tones from '../../ui/tones.module.css';
import { dayAndTime, runOutcome } from './run-words.ts';
import classes from './runs-strip.module.css';
import type { Runs } from './use-runs.ts';

/** The icon of a run's status, beside its label. */
const SIGNS = {
  EXECUTING: IconLoader2,
  DELIVERED: IconCircleCheckFilled,
  PARTIALLY_DELIVERED: IconCircleHalf2,
  FAILED: IconCircleXFilled,
  WAITING: IconClockPause,
  MISSED: IconMoonFilled,
  SKIPPED: IconPlayerSkipForwardFilled,
} as const satisfies Record<Run['status'], unknown>;

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
  const [picked, pick] = usePicked(chosen, onChoose);
  const now = useRef<HTMLDivElement>(null);
  const { scroller, noteOlderRequested } = useScroller(now, runs.at(-1)?.runId, chosen);
  const run = runs.find(({ runId }) => runId === picked);
  const thisYear = losAngelesDate(useNow(60_000)).slice(0, 4);
  const notes = upcoming.filter(({ note }) => note !== null);
  return (
    <Box component="section" mb={16} aria-labelledby="runs-title">
      <div className={classes.head}>
        <Title order={2} id="runs-title">
          Runs ({figure(runCount)})
        </Title>
        <Text fz="sm" c="dimmed" className={classes.note} role="status">
          {run === undefined ? countWords(runs.length, runCount) : chosenWords(run)}
        </Text>
      </div>
      <div className={`surface ${classes.frame}`} role="radiogroup" aria-label="Show the messages of">
        <label className={`${classes.cell} ${classes.all}`}>
          <input type="radio" name="run" checked={picked === null} onChange={() => pick(null)} />
          <span className={classes.day}>All runs</span>
        </label>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: before the first run nothing inside can be focused */}
        <div className={classes.scroller} ref={scroller} {...(runs.length === 0 ? { tabIndex: 0 } : {})}>
          {hasOlder && (
            <button
              type="button"
              className={`${classes.cell} ${classes.older}`}
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
            </button>
          )}
          {runs.toReversed().map((one) => (
            <RunCell key={one.runId} run={one} chosen={one.runId === picked} onChoose={pick} />
          ))}
          <div ref={now} className={classes.now} aria-hidden>
            now
          </div>
          {upcoming.length === 0 ? (
            <Text fz="sm" c="dimmed" px={12} className={classes.none}>
              No further runs
            </Text>
          ) : (
            <ol className={classes.coming} aria-label="Upcoming runs">
              {upcoming.map((one) => (
                <UpcomingCell key={one.at} occurrence={one} thisYear={thisYear} />
              ))}
            </ol>
          )}
        </div>
      </div>
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
    const found = isChosenPending.current ? frame.querySelector<HTMLElement>('label:has(:checked)') : null;
    const target = found ?? (offsetFromRight.current === null ? now.current : null);
    if (target !== null) frame.scrollLeft = target.offsetLeft - (frame.clientWidth - target.offsetWidth) / 2;
    else if (offsetFromRight.current !== null) frame.scrollLeft = frame.scrollWidth - offsetFromRight.current;
    if (found !== null) isChosenPending.current = false;
    // After the last page the button is gone, and with it the focus.
    if (hasRequestedOlder.current && document.activeElement === document.body) {
      frame.querySelector('input')?.focus({ preventScroll: true });
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

/** The URL updates a moment later, so the pressed button is shown as chosen at once. */
function usePicked(chosen: number | null, onChoose: (runId: number | null) => void) {
  const [state, setState] = useState({ chosen, picked: chosen });
  if (state.chosen !== chosen) setState({ chosen, picked: chosen });
  const pick = (picked: number | null) => {
    setState({ chosen, picked });
    onChoose(picked);
  };
  return [state.picked, pick] as const;
}

interface RunCellProps {
  readonly run: Run;
  readonly chosen: boolean;
  readonly onChoose: (runId: number) => void;
}

function RunCell({ run, chosen, onChoose }: RunCellProps) {
  const { day, time } = dayAndTime(run.dueAt);
  const Sign = SIGNS[run.status] ?? IconHelpCircle;
  const tone = toneOfRun(run.status);
  return (
    <label className={classes.cell} data-tip={`${formatDateTime(run.dueAt)}: ${runOutcome(run)}`}>
      <input type="radio" name="run" checked={chosen} onChange={() => onChoose(run.runId)} />
      <span className={classes.day}>{day}</span>
      <span className={classes.time}>{time}</span>
      <span className={classes.state}>
        <Sign
          size={14}
          aria-hidden
          className={`${tones.sign} ${tones[tone]} ${run.status === 'EXECUTING' ? classes.turning : ''}`}
        />
        {runStatusLabel(run.status)}
      </span>
    </label>
  );
}

interface UpcomingCellProps {
  readonly occurrence: OccurrenceAnswer;
  /** The current year, which is not shown. */
  readonly thisYear: string;
}

function UpcomingCell({ occurrence: { at, note }, thisYear }: UpcomingCellProps) {
  const { day, time } = dayAndTime(at);
  const year = at.slice(0, 4);
  return (
    <li className={classes.cell}>
      <span className={classes.day}>{year === thisYear ? day : `${day}, ${year}`}</span>
      <span className={classes.time}>{time}</span>
      <span className={classes.state}>
        <IconCalendarEvent size={14} aria-hidden />
        {note === null ? 'Planned' : 'Clock change'}
      </span>
    </li>
  );
}

function chosenWords(run: Run): string {
  return `${formatDateTime(run.dueAt)} · ${runStatusLabel(run.status)} · ${runOutcome(run)}`;
}

function countWords(shown: number, all: number): string {
  return all > shown ? `The newest ${figure(shown)} are shown.` : '';
}
