/** A secret that is shown once, in a field with a button that copies it. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { COPY_FAILED, useCopy } from './use-copy.ts';

interface CopyOnceProps {
  readonly label: string;
  readonly value: string;
  /** Whether its button gets the focus when the dialog opens. */
  readonly isFirst?: boolean;
}

export function CopyOnce({ label, value, isFirst = false }: CopyOnceProps) {
  const { copied, copy } = useCopy(label, value);
  const words = copied === 'yes' ? 'Copied' : 'Copy';
  const Sign = copied === 'yes' ? IconCheck : IconCopy;

  return (
    <>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={label}
          readOnly
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          // A dialog may have several.
          aria-label={`${words}: ${label}`}
          data-autofocus={isFirst || undefined}
          leftSection={<Sign size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          <span aria-live="polite">{words}</span>
        </Button>
      </Group>
      {copied === 'failed' && (
        <Text role="alert" size="sm" c="red">
          {COPY_FAILED}
        </Text>
      )}
    </>
  );
}
