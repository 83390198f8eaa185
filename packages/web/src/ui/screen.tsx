/**
 * The frame of one screen: page title, width, padding, the header that all screens share, and what stands there when there is
 * nothing to show.
 */
// Also here, so that these styles go with what all screens share, before the styles of any.
import './library-styles.ts';
import { Anchor, Text, Title } from '@mantine/core';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useNow } from './relative-time.ts';

export function Screen({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Textprobe`;
  }, [title]);
  return <div className="screen">{children}</div>;
}

interface ScreenHeaderProps {
  readonly title: string;
  /** Beside the title, small: a count, how fresh the data is. */
  readonly note?: ReactNode;
  /** The screen shows times: it says in which zone they are. */
  readonly hasTimes?: boolean;
  /** Buttons, at the far end. */
  readonly children?: ReactNode;
}

export function ScreenHeader({ title, note, hasTimes = false, children }: ScreenHeaderProps) {
  return (
    <header className="screen-header">
      {/* A screen that is come to is read out from here: see `screen-focus.ts`. */}
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {note || hasTimes ? (
        <div className="screen-note">
          {note}
          {hasTimes && <TimesNote />}
        </div>
      ) : null}
      {children ? <div className="screen-actions">{children}</div> : null}
    </header>
  );
}

const HOUR_MS = 3_600_000;

/** In which zone the times of a screen are, once a screen: that of the carriers' offices, wherever whoever reads them sits. */
export function TimesNote() {
  // As it is now: times of the other half of the year are by the clock of their day.
  const zone = formatLosAngeles(useNow(HOUR_MS)).endsWith('-07:00') ? 'PDT' : 'PST';
  return <span className="times-note">Times are in Los Angeles ({zone})</span>;
}

const LISTS = { Tests: '/tests', Gateways: '/gateways' } as const;

/** The way back to a list, at the end of a sentence. */
export function BackTo({ list }: { list: keyof typeof LISTS }) {
  return (
    <Anchor component={Link} to={LISTS[list]} underline="always">
      Back to {list}
    </Anchor>
  );
}

/** In place of what the address names and is not there. @param props.what as a sentence begins with it */
export function NotFound({ what, list }: { what: string; list: keyof typeof LISTS }) {
  return (
    <Text role="status">
      {what} not found. <BackTo list={list} />
    </Text>
  );
}
