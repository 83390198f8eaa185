/** The text of Create several: one message per line, or a CSV that is pasted, dropped or chosen (EVIDENCE-7). */
import { Box, Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import type { NamedFile } from '../../../api/report-files.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import form from '../../../ui/form.module.css';
import { saveFile } from '../../../ui/save-file.ts';
import type { Batch, Format } from './batch.ts';
import { readTextFile } from './csv-file.ts';
import { LINES_LIMIT } from './read-lines.ts';

interface TextSectionProps {
  readonly batch: Pick<Batch, 'format' | 'text'>;
  /** Whether the text must not change, because its tests are being created. */
  readonly isLocked: boolean;
  readonly fault: string | null;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly sample: () => NamedFile;
  readonly onChange: (change: Partial<Pick<Batch, 'format' | 'text'>>) => void;
}

export function TextSection({ batch, isLocked, fault, area, sample, onChange }: TextSectionProps) {
  const { format, text } = batch;
  const [file, setFile] = useState<{ readonly error?: string; readonly notice?: string | null }>({});

  async function take(chosen: File) {
    if (isLocked) return;
    const read = await readTextFile(chosen);
    setFile(read);
    if ('error' in read) return;
    const mayReplace =
      text.trim() === '' ||
      text === read.text ||
      (await dialogs.confirm(`Replace the text below with ${chosen.name}?`, { confirmLabel: 'Replace' }));
    if (mayReplace) onChange({ text: read.text });
    area.current?.focus();
  }

  return (
    <section className={form.section} aria-labelledby="texts">
      <div className={form.sectionHead}>
        <h2 id="texts">Tests</h2>
        <SegmentedControl
          aria-label="Format"
          data={[
            { value: 'messages', label: 'Messages' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={format}
          onChange={(chosen: Format) => !isLocked && onChange({ format: chosen })}
        />
      </div>
      {format === 'csv' && (
        <Box mb="xs">
          <Group gap="xs" align="stretch">
            <FileDrop
              icon={<IconFileTypeCsv size={24} stroke={1.5} aria-hidden />}
              words="Drop a CSV here, or click to choose"
              label="Choose a CSV"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              disabled={isLocked}
              onFile={(dropped) => void take(dropped)}
            />
            <Button
              variant="default"
              h="auto"
              mih={36}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => saveFile(sample())}
            >
              Download a sample CSV
            </Button>
          </Group>
          <Text role="alert" size="sm" mt={4} c="var(--tp-danger)">
            {file.error}
          </Text>
          <Text role="status" size="sm" mt={4} c="var(--tp-status-partially-delivered)">
            {file.notice}
          </Text>
        </Box>
      )}
      <Textarea
        ref={area}
        label={format === 'csv' ? 'CSV with a header line' : 'One message per line'}
        description={
          isLocked ? (
            'The text can be changed again once the tests are created.'
          ) : format === 'csv' ? (
            <>
              Columns: <b>message</b> (required), <b>office</b> (name, id or phone number), <b>phone</b>{' '}
              (number, name, id or carrier) and <b>time</b> (Los Angeles, 2026&#8209;11&#8209;30 09:30, or
              now). Separate several offices or phones with semicolons. An empty cell takes the value of your
              draft. Up to {LINES_LIMIT} tests.
            </>
          ) : (
            `Up to ${LINES_LIMIT} lines, one test each.`
          )
        }
        rows={8}
        value={text}
        readOnly={isLocked}
        error={fault}
        descriptionProps={{ fz: 'sm', lh: 'sm' }}
        spellCheck={format === 'messages'}
        onChange={({ currentTarget: { value } }) => onChange({ text: value })}
        styles={{ input: { whiteSpace: 'pre', overflowX: 'auto' } }}
      />
    </section>
  );
}
