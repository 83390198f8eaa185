/** What a report offers: its PDF, which REPORT-2 puts in the header, and a menu with the rest. */
import { Button, Menu } from '@mantine/core';
import {
  IconBuildingBroadcastTower,
  IconChevronDown,
  IconCopy,
  IconFileTypeCsv,
  IconHistory,
} from '@tabler/icons-react';
import type { Report } from '@textprobe/contract/messages';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { AUDITORS, OPERATORS } from '@textprobe/domain/roles';
import { Link } from 'react-router';
import { generateTestPDF, testCsvAddress } from '../../api/messages.ts';
import { auditOfObject } from '../../ui/audit-address.ts';
import { counted } from '../../ui/counted.ts';
import { type CarrierMessages, PdfButton, useCarrierDialog } from '../../ui/export-buttons.tsx';
import { useMay } from '../../ui/role.tsx';
import { isFiltered, type ReportAddress, type ReportView } from './report-address.ts';

type ReportActionsProps = Pick<ReportView, 'address' | 'report'>;

export function ReportActions({ address, report }: ReportActionsProps) {
  const [openForCarrier, carrierDialog] = useCarrierDialog(carrierMessages(address, report));
  const { testId } = report.test;
  const mayDuplicate = useMay(OPERATORS);
  const mayAudit = useMay(AUDITORS);
  return (
    <>
      <PdfButton
        isPrimary
        makePdf={async () => ({
          name: `test-report-${testId}-${losAngelesDate(Date.now())}.pdf`,
          content: await generateTestPDF(testId),
        })}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconBuildingBroadcastTower size={16} stroke={1.7} aria-hidden />}
            onClick={openForCarrier}
          >
            For the carrier
          </Menu.Item>
          <Menu.Item
            component="a"
            href={testCsvAddress(testId)}
            download
            leftSection={<IconFileTypeCsv size={16} stroke={1.7} aria-hidden />}
          >
            Export CSV
          </Menu.Item>
          {mayDuplicate && (
            <Menu.Item
              component={Link}
              to={`/create-tests?from=${testId}`}
              leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
            >
              Duplicate
            </Menu.Item>
          )}
          {mayAudit && (
            <Menu.Item
              component={Link}
              to={auditOfObject('test', testId)}
              leftSection={<IconHistory size={16} stroke={1.7} aria-hidden />}
            >
              Audit trail
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {carrierDialog}
    </>
  );
}

/** The export for the carrier, next to the filtered messages, because the header may be far above. */
export function ForCarrier({ address, report }: ReportActionsProps) {
  const [open, dialog] = useCarrierDialog(carrierMessages(address, report));
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
function carrierMessages(address: ReportAddress, { test, testLogCount }: Report): CarrierMessages {
  const { runId, verdict, carrier, finding, files } = address;
  const isPart = runId !== null || isFiltered({ ...address, search: '' });
  const query = {
    testId: test.testId,
    runId,
    ...(verdict !== null && { verdict }),
    ...(carrier !== null && { carrier }),
    ...(finding !== null && { finding }),
    ...(files !== null && { fileFinding: files }),
  };
  const all = counted(testLogCount, 'message');
  const about = isPart ? 'The messages that match the run and the filters.' : `All ${all} of this test.`;
  return { query, about: address.search === '' ? about : `${about} The search does not limit them.` };
}
