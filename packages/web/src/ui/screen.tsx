/** The frame of a screen: page title, width, padding, the common header, and empty states. */
// Imported here so that these styles come before those of any screen.
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
  /** A small text beside the title: a count, or the age of the data. */
  readonly note?: ReactNode;
  /** Whether the screen shows times and so names their zone. */
  readonly hasTimes?: boolean;
  /** Buttons, aligned to the end. */
  readonly children?: ReactNode;
}

export function ScreenHeader({ title, note, hasTimes = false, children }: ScreenHeaderProps) {
  return (
    <header className="screen-header">
      {/* Focused when the user navigates here, see `screen-focus.ts`. */}
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

/** Names the time zone once per screen: that of the carriers' offices, wherever the user is. */
export function TimesNote() {
  // The zone of the current date; times in the other half of the year use that of their own date.
  const zone = formatLosAngeles(useNow(HOUR_MS)).endsWith('-07:00') ? 'PDT' : 'PST';
  return <span className="times-note">Los Angeles time ({zone})</span>;
}

const LISTS = { Tests: '/tests', Gateways: '/gateways' } as const;

/** A link back to a list, at the end of a sentence. */
export function BackTo({ list }: { list: keyof typeof LISTS }) {
  return (
    <Anchor component={Link} to={LISTS[list]} underline="always">
      Back to {list}
    </Anchor>
  );
}

/** Shown if what the URL names does not exist. @param props.what the subject at the start of the sentence */
export function NotFound({ what, list }: { what: string; list: keyof typeof LISTS }) {
  return (
    <Text role="status">
      {what} not found. <BackTo list={list} />
    </Text>
  );
}
