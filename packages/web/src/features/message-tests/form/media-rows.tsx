/** The list of files or links of a message: each with its name, error, upload progress and a remove button. */
import { ActionIcon, Box, Flex, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import form from '../../../ui/form.module.css';
import { MediaTile, type ShownMedia } from './media-tile.tsx';

interface MediaRow {
  readonly media: ShownMedia;
  /** Under the name: the size, and whether the file is saved or how much of it is sent. */
  readonly note?: ReactNode;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Upload progress, 0 to 1. */
  readonly progress?: number | undefined;
  readonly onRemove: () => void;
}

export function MediaRows({ label, rows }: { label: string; rows: readonly MediaRow[] }) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <Flex component="ul" aria-label={label} direction="column" gap="xs" m={0} mt="sm" p={0}>
      {rows.map(({ media, note, hint, error, progress, onRemove }, index) => (
        <Flex
          component="li"
          key={media.key}
          align="center"
          gap="sm"
          p="xs"
          bd={`1px solid ${error ? 'color-mix(in srgb, var(--tp-danger) 40%, transparent)' : 'var(--tp-line)'}`}
          bdrs="md"
          bg={error ? 'var(--tp-danger-soft)' : 'var(--tp-surface-raised)'}
          data-wrong={error !== undefined || undefined}
        >
          <MediaTile media={media} />
          <Box flex={1} miw={0} fz="sm">
            <Text id={`${id}${index}`} fw={550} style={{ overflowWrap: 'anywhere' }}>
              {media.name}
            </Text>
            <Box c="dimmed">{note}</Box>
            <Box c="var(--tp-status-partially-delivered)">{hint}</Box>
            <Box c="var(--tp-danger)">{error}</Box>
            {progress !== undefined && (
              <progress
                className={form.progress}
                value={progress}
                max={1}
                aria-labelledby={`${id}${index}`}
              />
            )}
          </Box>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Remove ${media.name}`}
            disabled={progress !== undefined}
            onClick={(event) => {
              moveFocus(event);
              onRemove();
            }}
          >
            <IconX size={16} />
          </ActionIcon>
        </Flex>
      ))}
    </Flex>
  );
}

/** The button disappears with its row, so focus a neighbor's button, or the first control of the section. */
function moveFocus({ currentTarget }: MouseEvent<HTMLElement>): void {
  const row = currentTarget.closest('li');
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  const control = row?.closest('section')?.querySelector<HTMLElement>('[role="button"], input');
  (neighbor?.querySelector('button') ?? control)?.focus();
}
