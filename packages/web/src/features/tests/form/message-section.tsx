/** The message section: SMS or MMS, the message box, and placeholders and emoji to insert (CREATE-2 to 5, UPDATE-3). */
import { SegmentedControl, Textarea } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { PLACEHOLDERS } from '@textprobe/domain/placeholders';
import type { RefObject } from 'react';
import classes from '../../../ui/form.module.css';
import { MESSAGE_TYPES } from './draft.ts';
import { EmojiButton } from './emoji-button.tsx';
import type { SectionProps } from './form-variant.ts';
import { PlaceholderMenu } from './placeholder-menu.tsx';

interface MessageSectionProps extends SectionProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

export function MessageSection({ draft, errors, variant, area, onChange }: MessageSectionProps) {
  const insert = (text: string) => {
    if (area.current !== null) insertAtCursor(area.current, text);
  };
  return (
    <section className={classes.section} aria-labelledby="message">
      <div className={classes.sectionHead}>
        <h2 id="message">Message</h2>
        <SegmentedControl
          aria-label="Message type"
          data={MESSAGE_TYPES.map((value) => ({ value, label: value }))}
          value={draft.messageType}
          onChange={(messageType) => onChange((now) => ({ ...now, messageType }), 'messageType')}
        />
      </div>
      <Textarea
        ref={area}
        aria-labelledby="message"
        placeholder="Type your message here..."
        rows={6}
        value={draft.messageBody}
        error={errors.messageBody ?? errors.messageType}
        onChange={({ currentTarget: { value } }) =>
          onChange((now) => ({ ...now, messageBody: value }), 'messageBody')
        }
        classNames={{ input: classes.area }}
      />
      <div className={classes.chips} role="group" aria-label="Insert at the cursor">
        {variant.placeholders === 'dropdown' ? (
          <PlaceholderMenu onPick={(token) => insert(`{${token}}`)} />
        ) : (
          PLACEHOLDERS.map(({ token, label }) => (
            <button
              key={token}
              type="button"
              className={classes.chip}
              data-tip={`Insert {${token}}`}
              onClick={() => insert(`{${token}}`)}
            >
              <IconBraces size={14} aria-hidden />
              {label}
            </button>
          ))
        )}
        <EmojiButton onEmoji={insert} area={area} />
      </div>
    </section>
  );
}

/** Replaces the selection as typing would, so that undo works (CREATE-3, CREATE-4). */
function insertAtCursor(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // Deprecated, but the only call that keeps the browser's undo history. Fall back to setRangeText.
  if (document.execCommand?.('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
