/** Imports partners, clients, offices and phones from a file, after a preview of what it would do (DIR-3). */
import { Button } from '@mantine/core';
import { IconDownload, IconFileImport } from '@tabler/icons-react';
import { figure } from '@textprobe/domain/figures';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { DialogButtons, FormDialog, FormError } from '../../../ui/form-dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useRefresh } from '../use-entry-actions.tsx';
import classes from './import-dialog.module.css';
import { entriesWords, ImportPreview } from './import-preview.tsx';
import { SAMPLE_CSV } from './sample.ts';
import { importable, useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly onClose: () => void;
  /** @param words what was done, as a sentence */
  readonly onDone: (words: string) => void;
}

export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const refresh = useRefresh();
  const { chosen, busy, error, choose, run } = useImport((name, done) => {
    void refresh();
    onDone(`Imported ${name}: ${figure(done.new)} new, ${figure(done.changed)} changed.`);
    onClose();
  });
  const preview = chosen?.preview ?? null;
  const count = importable(preview);
  const isDisabled = count === 0 || busy !== null;
  return (
    <FormDialog title="Import directory" onClose={onClose} size={880}>
      <p className={classes.hint}>
        Partners, clients, offices and phones, in CSV or JSON. Entries with the same name, and phones with the
        same number, are changed; none is removed. Nothing is imported if anything is wrong.
      </p>
      <div className={classes.files}>
        <FileDrop
          icon={<IconFileImport size={24} stroke={1.5} aria-hidden />}
          words={chosen?.file.name ?? 'Drop a CSV or JSON file here, or click to choose'}
          label="Choose a file"
          accept=".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"
          isFirst
          onFile={(file) => void choose(file)}
        />
        <button
          type="button"
          className={classes.sample}
          onClick={() => saveFile({ name: 'directory.csv', content: new Blob([SAMPLE_CSV]) })}
        >
          <IconDownload size={16} aria-hidden />
          Download a sample
        </button>
      </div>
      <FormError>{error}</FormError>
      <div aria-busy={busy === 'preview'} aria-live="polite">
        {busy === 'preview' && <div className="bone" />}
        {preview !== null && <ImportPreview preview={preview} />}
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          className={classes.import}
          // Not disabled: it would lose the focus.
          aria-disabled={isDisabled}
          onClick={() => void run()}
        >
          {busy === 'import' ? 'Importing…' : count === 0 ? 'Import' : `Import ${entriesWords(count)}`}
        </Button>
      </DialogButtons>
    </FormDialog>
  );
}
