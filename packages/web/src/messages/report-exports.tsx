/** The report as files: a PDF made by the server on demand (REPORT-10), and all its messages as CSV. */
import { Button } from '@mantine/core';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../analytics/save-file.ts';
import { generateTestPDF, testCsvAddress } from '../calls/messages.ts';
import { useDialogs } from '../dialogs/dialog-provider.tsx';
import { ProblemReasons } from '../dialogs/problem-reasons.tsx';

export function ReportExports({ testId }: { testId: number }) {
  const dialogs = useDialogs();
  const [isMaking, setIsMaking] = useState(false);

  async function exportPdf() {
    setIsMaking(true);
    try {
      const content = await generateTestPDF(testId);
      saveFile({ name: `test-report-${testId}-${losAngelesDate(Date.now())}.pdf`, content });
    } catch (error) {
      console.error('Failed to export the PDF', error);
      void dialogs.alert('Failed to export PDF. Please try again.', {
        details: <ProblemReasons error={error} />,
      });
    } finally {
      setIsMaking(false);
    }
  }

  return (
    <>
      <Button
        variant="default"
        component="a"
        href={testCsvAddress(testId)}
        download
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      >
        Export CSV
      </Button>
      <Button
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        loading={isMaking}
        onClick={() => void exportPdf()}
      >
        Export PDF
      </Button>
    </>
  );
}
