/** Message: SMS or MMS, the box, and what can be put in at the cursor (CREATE-2 to 5, UPDATE-3). */
import { ComboboxChevron, Textarea } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import type { MessageType } from '@textprobe/contract/tests';
import { PLACEHOLDERS } from '@textprobe/domain/placeholders';
import { lazy, type RefObject, Suspense } from 'react';
import type { Draft } from './draft.ts';
import { EmojiButton } from './emoji-button.tsx';
import type { FieldErrors } from './field-errors.ts';
import { insertAtCursor } from './insert-at-cursor.ts';
import type { Manner } from './manner.ts';
import { Segmented } from './segmented.tsx';
import classes from './test-form.module.css';

/** For Update Test, which has them in a list. */
const PlaceholderMenu = lazy(async () => ({
  default: (await import('./placeholder-menu.tsx')).PlaceholderMenu,
}));

const KINDS: readonly {
  readonly value: MessageType;
  readonly label: MessageType;
}[] = [
  { value: 'SMS', label: 'SMS' },
  { value: 'MMS', label: 'MMS' },
];

interface MessageSectionProps {
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly manner: Manner;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (change: (draft: Draft) => Draft, ...fields: string[]) => void;
}

export function MessageSection({ draft, errors, manner, area, onChange }: MessageSectionProps) {
  const insert = (text: string) => {
    if (area.current !== null) insertAtCursor(area.current, text);
  };
  return (
    <section className={classes.section} aria-labelledby="message">
      <div className={classes.sectionHead}>
        <h2 id="message">Message</h2>
        <Segmented
          label="Message type"
          options={KINDS}
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
        {manner.placeholders === 'dropdown' ? (
          <Suspense fallback={<PlaceholderMenuToCome />}>
            <PlaceholderMenu onPick={(token) => insert(`{${token}}`)} />
          </Suspense>
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

/** As wide as the list's button, so that nothing moves when that comes. */
function PlaceholderMenuToCome() {
  return (
    <button type="button" className={classes.chip} disabled>
      Select placeholder...
      <ComboboxChevron size="xs" />
    </button>
  );
}
