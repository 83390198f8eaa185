/** The report as files: a PDF under the name of REPORT-10, and all its messages as CSV. */
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { generateTestPDF, testCsvAddress } from '../calls/messages.ts';
import { ExportButtons } from '../exports/export-buttons.tsx';

export function ReportExports({ testId }: { testId: number }) {
  return (
    <ExportButtons
      isPdfPrimary
      csvAddress={testCsvAddress(testId)}
      makePdf={async () => ({
        name: `test-report-${testId}-${losAngelesDate(Date.now())}.pdf`,
        content: await generateTestPDF(testId),
      })}
    />
  );
}
