/** An area that takes one file, dropped or chosen. */
import { useWindowEvent } from '@mantine/hooks';
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './file-drop.module.css';

interface FileDropProps {
  readonly icon: ReactNode;
  readonly words: string;
  /** The label of the input, for screen readers. */
  readonly label: string;
  /** As for a file input. */
  readonly accept: string;
  readonly disabled?: boolean;
  /** Whether a dialog focuses it. */
  readonly isFirst?: boolean;
  readonly onFile: (file: File) => void;
}

export function FileDrop(props: FileDropProps) {
  const { icon, words, label, accept, disabled, isFirst, onFile } = props;
  const [over, setOver] = useState(false);
  // A file dropped outside the area would otherwise replace the page.
  useWindowEvent('dragover', preventDefault);
  useWindowEvent('drop', preventDefault);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragEnter={() => setOver(true)}
      onDragOver={preventDefault}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setOver(false)}
      onDrop={drop}
    >
      {icon}
      <strong>{words}</strong>
      <input
        type="file"
        accept={accept}
        aria-label={label}
        disabled={disabled}
        data-autofocus={isFirst || undefined}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // Lets the same file be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function preventDefault(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
