/** The message section: SMS or MMS, the message box, and placeholders and emoji to insert (CREATE-2 to 5, UPDATE-3). */
import { Button, Combobox, Group, SegmentedControl, Textarea, useCombobox } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { MESSAGE_TYPES } from '@textprobe/contract/tests';
import { PLACEHOLDERS } from '@textprobe/domain/placeholders';
import type { RefObject } from 'react';
import { EmojiButton } from './emoji-button.tsx';
import { FormSection } from './form-section.tsx';
import type { SectionProps } from './form-variant.ts';

interface MessageSectionProps extends SectionProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

export function MessageSection({ draft, errors, variant, area, onChange }: MessageSectionProps) {
  const insert = (text: string) => {
    if (area.current !== null) insertAtCursor(area.current, text);
  };
  return (
    <FormSection
      id="message"
      title="Message"
      action={
        <SegmentedControl
          aria-label="Message type"
          data={[...MESSAGE_TYPES]}
          value={draft.messageType}
          onChange={(messageType) => onChange((now) => ({ ...now, messageType }), 'messageType')}
        />
      }
    >
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
        // Each paragraph in its own direction.
        styles={{ input: { unicodeBidi: 'plaintext', fontSize: 15, lineHeight: '22px' } }}
      />
      <Group gap="xs" mt="xs" role="group" aria-label="Insert at the cursor">
        {variant.placeholders === 'dropdown' ? (
          <PlaceholderMenu onPick={(token) => insert(`{${token}}`)} />
        ) : (
          PLACEHOLDERS.map(({ token, label }) => (
            <Button
              key={token}
              variant="default"
              size="compact-sm"
              radius="xl"
              leftSection={<IconBraces size={14} aria-hidden />}
              data-tip={`Insert {${token}}`}
              onClick={() => insert(`{${token}}`)}
            >
              {label}
            </Button>
          ))
        )}
        <EmojiButton onEmoji={insert} area={area} />
      </Group>
    </FormSection>
  );
}

/** The dropdown of placeholders on Update Test (UPDATE-3). */
function PlaceholderMenu({ onPick }: { onPick: (token: string) => void }) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={220}
      withinPortal={false}
      keepMounted={false}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(token) => {
        combobox.closeDropdown();
        onPick(token);
      }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <Button
          variant="default"
          size="compact-sm"
          radius="xl"
          rightSection={<Combobox.Chevron size="xs" />}
          aria-label="Placeholder"
          onClick={() => combobox.toggleDropdown()}
          onBlur={() => combobox.closeDropdown()}
        >
          Select placeholder...
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Placeholder">
          {PLACEHOLDERS.map(({ token, label }) => (
            <Combobox.Option key={token} value={token}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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
