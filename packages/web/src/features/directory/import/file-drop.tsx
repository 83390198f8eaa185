/** Takes one file that is dropped or chosen. */
import { useWindowEvent } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import classes from './import-dialog.module.css';

interface FileDropProps {
  /** Of the chosen file; null: none yet. */
  readonly name: string | null;
  readonly onFile: (file: File) => void;
}

export function FileDrop({ name, onFile }: FileDropProps) {
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
      <IconFileImport size={24} stroke={1.5} aria-hidden />
      <strong>{name ?? 'Drop a CSV or JSON file here, or click to choose'}</strong>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"
        aria-label="Choose a file"
        data-first
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
