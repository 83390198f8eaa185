/** What a report offers: its PDF, which REPORT-2 puts in the header, and a menu with the rest. */
import { Button } from '@mantine/core';
import { IconBuildingBroadcastTower, IconChevronDown, IconCopy, IconFileTypeCsv } from '@tabler/icons-react';
import type { Report } from '@textprobe/contract/messages';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { OPERATORS } from '@textprobe/domain/roles';
import { Link } from 'react-router';
import { generateTestPDF, testCsvAddress } from '../../api/messages.ts';
import { counted } from '../../ui/counted.ts';
import { type CarrierMessages, PdfButton, useCarrierDialog } from '../../ui/export-buttons.tsx';
import menu from '../../ui/menu.module.css';
import { useMay } from '../../ui/role.tsx';
import { useMenu } from '../../ui/use-menu.ts';
import { isFiltered, type ReportAddress } from './report-address.ts';

interface ReportActionsProps {
  readonly testId: number;
  readonly address: ReportAddress;
  readonly report: Report;
}

export function ReportActions({ testId, address, report }: ReportActionsProps) {
  const [openForCarrier, carrierDialog] = useCarrierDialog(carrierMessages(testId, address, report));
  const { opened, button, list, close } = useMenu();
  const mayDuplicate = useMay(OPERATORS);
  const entry = { role: 'menuitem', tabIndex: -1, className: menu.entry };
  return (
    <>
      <PdfButton
        isPrimary
        makePdf={async () => ({
          name: `test-report-${testId}-${losAngelesDate(Date.now())}.pdf`,
          content: await generateTestPDF(testId),
        })}
      />
      <div className={menu.place}>
        <Button
          variant="default"
          fullWidth
          rightSection={<IconChevronDown size={16} aria-hidden />}
          {...button}
        >
          More
        </Button>
        {opened && (
          <div className={menu.list} aria-label="More" {...list}>
            <button
              type="button"
              {...entry}
              onClick={() => {
                close();
                openForCarrier();
              }}
            >
              <IconBuildingBroadcastTower size={16} stroke={1.7} aria-hidden />
              For the carrier
            </button>
            <a {...entry} href={testCsvAddress(testId)} download onClick={close}>
              <IconFileTypeCsv size={16} stroke={1.7} aria-hidden />
              Export CSV
            </a>
            {mayDuplicate && (
              <Link {...entry} to={`/create-tests?from=${testId}`} onClick={close}>
                <IconCopy size={16} stroke={1.7} aria-hidden />
                Duplicate
              </Link>
            )}
          </div>
        )}
      </div>
      {carrierDialog}
    </>
  );
}

/** The export for the carrier, next to the filtered messages, because the header may be far above. */
export function ForCarrier({ testId, address, report }: ReportActionsProps) {
  const [open, dialog] = useCarrierDialog(carrierMessages(testId, address, report));
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        For the carrier
      </Button>
      {dialog}
    </>
  );
}

/** The messages that match the run and the filters. */
function carrierMessages(testId: number, address: ReportAddress, report: Report): CarrierMessages {
  const { runId, verdict, carrier, finding, files } = address;
  const isPart = runId !== null || isFiltered({ ...address, search: '' });
  const query = {
    testId,
    runId,
    ...(verdict !== null && { verdict }),
    ...(carrier !== null && { carrier }),
    ...(finding !== null && { finding }),
    ...(files !== null && { fileFinding: files }),
  };
  const all = counted(report.testLogCount, 'message');
  const about = isPart ? 'The messages that match the run and the filters.' : `All ${all} of this test.`;
  return { query, about: address.search === '' ? about : `${about} The search does not limit them.` };
}
