/** One file or link in a list: name, error, upload progress and a remove button. */
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import form from '../../../ui/form.module.css';
import classes from './media.module.css';

interface MediaRowProps {
  readonly name: string;
  readonly tile: ReactNode;
  /** Under the name: the size, and whether the file is saved or how much of it is sent. */
  readonly note?: ReactNode;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Upload progress, 0 to 1. */
  readonly progress?: number | undefined;
  readonly onRemove: () => void;
}

export function MediaRow({ name, tile, note, error, hint, progress, onRemove }: MediaRowProps) {
  const id = useId();
  return (
    <li className={classes.row} data-wrong={error === undefined ? undefined : true}>
      {tile}
      <div className={classes.words}>
        <span id={id} className={classes.name}>
          {name}
        </span>
        {note && <span className={classes.note}>{note}</span>}
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
        {error !== undefined && <span className={classes.error}>{error}</span>}
        {progress !== undefined && (
          <progress className={form.progress} value={progress} max={1} aria-labelledby={id} />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Remove ${name}`}
        disabled={progress !== undefined}
        onClick={(event) => {
          moveFocus(event);
          onRemove();
        }}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}

/** The button disappears with its row, so focus a neighbor's button, or the input of the section. */
function moveFocus({ currentTarget }: MouseEvent<HTMLElement>): void {
  const row = currentTarget.closest('li');
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbor?.querySelector('button') ?? row?.closest('section')?.querySelector('input');
  next?.focus();
}
