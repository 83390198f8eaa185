/** An area that takes one file, dropped or chosen. */
import { Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import type { ReactNode } from 'react';

interface FileDropProps {
  readonly icon: ReactNode;
  readonly words: string;
  /** For screen readers, before the words. */
  readonly label: string;
  /** As for a file input. */
  readonly accept: string;
  readonly disabled?: boolean;
  /** Whether a dialog focuses it. */
  readonly isFirst?: boolean;
  readonly onFile: (file: File) => void;
}

export function FileDrop({ icon, words, label, accept, disabled = false, isFirst, onFile }: FileDropProps) {
  return (
    <Dropzone
      role="button"
      aria-label={`${label}: ${words}`}
      aria-disabled={disabled}
      data-autofocus={isFirst || undefined}
      disabled={disabled}
      // Only the browser's dialog filters: a dropped file of another type gets its error.
      inputProps={{ accept, multiple: false, style: { display: 'none' } }}
      onDropAny={([file]) => file !== undefined && onFile(file)}
      // The files are handled above.
      onDrop={() => {}}
      flex="1 1 280px"
      px="sm"
      py={6}
    >
      <Group gap="xs" wrap="nowrap">
        {icon}
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {words}
        </Text>
      </Group>
    </Dropzone>
  );
}
