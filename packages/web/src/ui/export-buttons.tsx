/** What a screen shows as files: CSV streamed by the browser itself, PDF made by the server on demand. */
import { Button, Loader } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import type { NamedFile } from '../api/analytics.ts';
import { useDialogs } from './dialog-provider.tsx';

export interface ExportButtonsProps {
  readonly csvAddress: string;
  readonly makePdf: () => Promise<NamedFile>;
  /** Whether the PDF is what people most often want of this screen. */
  readonly isPdfPrimary?: boolean;
}

export function ExportButtons({ csvAddress, makePdf, isPdfPrimary = false }: ExportButtonsProps) {
  const dialogs = useDialogs();
  const [isMaking, setIsMaking] = useState(false);

  async function exportPdf() {
    if (isMaking) return;
    setIsMaking(true);
    try {
      saveFile(await makePdf());
    } catch (error) {
      console.error('Failed to export the PDF', error);
      void dialogs.alert('Failed to export PDF. Please try again.', error);
    } finally {
      setIsMaking(false);
    }
  }

  return (
    <>
      <Button
        variant="default"
        component="a"
        href={csvAddress}
        download
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      >
        Export CSV
      </Button>
      <Button
        variant={isPdfPrimary ? 'filled' : 'default'}
        // Not disabled meanwhile: a disabled button loses the focus, and an alert could not give it back.
        aria-busy={isMaking}
        leftSection={
          isMaking ? (
            <Loader size={16} color="currentColor" aria-hidden />
          ) : (
            <IconFileTypePdf size={16} aria-hidden />
          )
        }
        onClick={exportPdf}
      >
        Export PDF
      </Button>
    </>
  );
}

/** Hands a file to the person: the browser's own download. */
function saveFile({ name, content }: NamedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun; freeing the content at once would cut it off in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
