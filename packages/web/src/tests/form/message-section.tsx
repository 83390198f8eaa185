/** Message: the box, and what can be put in at the cursor (CREATE-2 to 4). */
import { Textarea } from '@mantine/core';
import { PLACEHOLDERS } from '@textprobe/domain/placeholders';
import { IconBraces } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { EmojiButton } from './emoji-button.tsx';
import { insertAtCursor } from './insert-at-cursor.ts';
import classes from './test-form.module.css';

interface MessageSectionProps {
  readonly body: string;
  readonly error: string | undefined;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onBody: (body: string) => void;
}

export function MessageSection({ body, error, area, onBody }: MessageSectionProps) {
  const insert = (text: string) => {
    if (area.current !== null) insertAtCursor(area.current, text);
  };
  return (
    <section className={classes.section} aria-labelledby="message">
      <div className={classes.sectionHead}>
        <h2 id="message">Message</h2>
        <span className={classes.kind}>SMS</span>
      </div>
      <Textarea
        ref={area}
        aria-labelledby="message"
        placeholder="Type your message here..."
        rows={6}
        value={body}
        error={error}
        onChange={(event) => onBody(event.currentTarget.value)}
        classNames={{ input: classes.area }}
      />
      <div className={classes.chips} role="group" aria-label="Insert at the cursor">
        {PLACEHOLDERS.map(({ token, label }) => (
          <button
            key={token}
            type="button"
            className={classes.chip}
            title={`Insert {${token}}`}
            onClick={() => insert(`{${token}}`)}
          >
            <IconBraces size={14} aria-hidden />
            {label}
          </button>
        ))}
        <EmojiButton onEmoji={insert} area={area} />
      </div>
    </section>
  );
}
