/** Imports partners, clients, offices and phones from a file, after a preview of what it would do (DIR-3). */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconFileImport } from '@tabler/icons-react';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { DirectoryImport } from '@textprobe/contract/directory-import';
import { figure } from '@textprobe/domain/figures';
import { useState } from 'react';
import { importDirectory, LARGEST_FILE, previewImport } from '../../../api/directory-import.ts';
import { randomKey } from '../../../api/intent.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { DialogButtons, FormDialog, FormError } from '../../../ui/form-dialog.tsx';
import { reasonOf, UserFacingError } from '../../../ui/problem-reasons.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useRefresh } from '../use-entry-actions.tsx';
import { ImportPreview } from './import-preview.tsx';

/** An office and a phone, with numbers reserved for fiction. */
const SAMPLE_CSV = `partner,client,office,office_phone,manager_first_name,manager_last_name,gateway,partner_limit_per_day,phone_name,phone_number,phone_carrier,phone_evidence,phone_partner
Harbor Health Group,Bayview Dental,Oakland,+1 510 555 0101,Maria,Alvarez,,,,,,,
,,,,,,,,Avery,+1 213 555 0181,AT&T,receipt,
`;

interface ImportDialogProps {
  readonly onClose: () => void;
}

export function ImportDialog({ onClose }: ImportDialogProps) {
  const refresh = useRefresh();
  // With the idempotency key of its import.
  const [chosen, setChosen] = useState<{ readonly file: File; readonly key: string } | null>(null);
  const preview = useQuery({
    queryKey: ['import preview', chosen?.key],
    queryFn:
      chosen === null
        ? skipToken
        : async ({ signal }) => {
            const content = await read(chosen.file);
            return { ...chosen, content, found: await previewImport(content, signal) };
          },
    meta: { purpose: 'preview the import' },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const found = preview.data?.found;
  const importing = useMutation({
    mutationFn: ({ content, key }: { file: File; content: Blob; key: string }) =>
      importDirectory(content, key),
    onSuccess(done, { file }) {
      void refresh();
      const message = `Imported ${file.name}: ${figure(done.new)} new, ${figure(done.changed)} changed.`;
      notifications.show({ message });
      onClose();
    },
    meta: { purpose: 'import the file' },
  });
  const count = importable(found);
  const isDisabled = count === 0 || importing.isPending;
  const error = importing.error ?? preview.error;
  return (
    <FormDialog title="Import directory" onClose={onClose} size={880}>
      <Text size="sm" c="dimmed">
        Partners, clients, offices and phones, in CSV or JSON. Entries with the same name, and phones with the
        same number, are changed; none is removed. Nothing is imported if anything is wrong.
      </Text>
      <Group my="md">
        <FileDrop
          icon={<IconFileImport size={24} stroke={1.5} aria-hidden />}
          words={chosen?.file.name ?? 'Drop a CSV or JSON file here, or click to choose'}
          label="Choose a file"
          accept=".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"
          isFirst
          onFile={(file) => {
            if (importing.isPending) return;
            importing.reset();
            setChosen({ file, key: randomKey() });
          }}
        />
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile({ name: 'directory.csv', content: new Blob([SAMPLE_CSV]) })}
        >
          Download a sample
        </Button>
      </Group>
      <FormError>{error && reasonOf(error)}</FormError>
      <div aria-busy={preview.isFetching} aria-live="polite">
        {preview.isFetching && <div className="bone" />}
        {found !== undefined && <ImportPreview preview={found} />}
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          // Not disabled: it would lose the focus.
          aria-disabled={isDisabled}
          data-disabled={isDisabled}
          onClick={() => !isDisabled && preview.data && importing.mutate(preview.data)}
        >
          {importing.isPending ? 'Importing…' : count === 0 ? 'Import' : `Import ${entriesWords(count)}`}
        </Button>
      </DialogButtons>
    </FormDialog>
  );
}

/** How many entries an import would create or change; 0 if it cannot be imported. */
function importable(preview: DirectoryImport | undefined): number {
  return preview === undefined || preview.wrong > 0 ? 0 : preview.new + preview.changed;
}

function entriesWords(count: number): string {
  return count === 1 ? '1 entry' : `${figure(count)} entries`;
}

/** The content of a file now: the one on the disk may change between preview and import. */
async function read(file: File): Promise<Blob> {
  const { name, size } = file;
  if (size > LARGEST_FILE) {
    const [actual, limit] = [size, LARGEST_FILE].map((bytes) => Math.ceil(bytes / 1_000_000));
    throw new UserFacingError(`${name} is ${actual} MB; the limit is ${limit} MB. Split it.`);
  }
  try {
    return new Blob([await file.arrayBuffer()], { type: 'text/csv' });
  } catch {
    throw new UserFacingError(`${name} could not be read. Choose it again.`);
  }
}
