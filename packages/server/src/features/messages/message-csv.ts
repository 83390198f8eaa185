/** The CSV export of messages (CALL-25): the columns of the log table, then those of each ledger, then names. */
import type { FilteredLog } from '@textprobe/contract/messages';
import type { OfficeNames } from '@textprobe/database/directory/directory';
import type { CarrierEvidence } from '@textprobe/database/receipts/carrier-evidence';
import { arrivalWords } from '@textprobe/domain/arrival-words';
import { utc } from '@textprobe/domain/carrier-report';
import type { CsvCell } from '@textprobe/domain/csv-cell';
import { summarizeFiles } from '@textprobe/domain/file-summary';
import { findMessageCodes } from '@textprobe/domain/message-code';

/** A log with the ids that its carrier gave it, its names in the directory, and its delivery time. */
export interface CsvLog extends FilteredLog, Pick<CarrierEvidence, 'providerIds'> {
  /** Null if the directory has none. */
  readonly names: OfficeNames | null;
  readonly phone: string | null;
  /** As in the report; null if not received. */
  readonly deliverySeconds: number | null;
}

const COLUMNS: readonly (readonly [string, (log: CsvLog) => CsvCell])[] = [
  ['Log ID', (log) => log.testLogID],
  ['Test ID', (log) => log.testID],
  ['Message', (log) => log.messageBody],
  ['Message Type', (log) => log.messageType],
  ['Test Type', (log) => log.testType],
  ['Carrier', (log) => log.carrier],
  ['Status', (log) => log.testActivityStatus],
  ['Sent', (log) => log.messageSentTimestamp],
  ['Received', (log) => log.messageReceivedTimestamp],
  ['Created', (log) => log.creationTimestamp],
  ['Verdict', (log) => log.verdict],
  ['Run ID', (log) => log.runId],
  ['Office ID', (log) => log.officeID],
  ['Phone ID', (log) => log.phoneID],
  ['From', (log) => log.sent.from],
  ['To', (log) => log.sent.to],
  ['Sent Text', (log) => log.sent.text],
  ['Gateway', (log) => log.submission.gateway],
  ['Submission', (log) => log.submission.outcome],
  ['Submission Error', (log) => log.submission.error],
  ['Receipt', (log) => log.receipt.state],
  ['Receipt At', (log) => log.receipt.at],
  ['Receipt Error', (log) => log.receipt.error],
  ['Confirmed At', (log) => log.reception?.at ?? null],
  ['Received Text', (log) => log.reception?.text ?? null],
  ['Phone Last Seen', (log) => log.handsetOffline?.heardAt ?? null],
  ['Comparison', (log) => log.reception?.comparison ?? null],
  ['Finding', (log) => log.finding],
  ['Difference', differenceOf],
  ['Received From', (log) => log.reception?.sender ?? null],
  ['Sender', (log) => log.reception?.senderComparison ?? null],
  ['Provider IDs', (log) => log.providerIds.join(' ')],
  ['Sent UTC', (log) => utc(log.submission.at)],
  ['Receipt At UTC', (log) => utc(log.receipt.at)],
  ['Confirmed At UTC', (log) => utc(log.reception?.at ?? null)],
  ['Unaltered', (log) => log.unaltered],
  ['File Finding', (log) => log.fileFinding],
  ['Files', (log) => summarizeFiles(log.reception)],
  ['Partner', (log) => log.names?.partner ?? null],
  ['Client', (log) => log.names?.client ?? null],
  ['Office', (log) => log.names?.office ?? null],
  ['Phone', (log) => log.phone],
  ['Delivery Seconds', (log) => log.deliverySeconds],
];

export const MESSAGE_CSV_COLUMNS = COLUMNS.map(([name]) => name);

/** How the received text differs from the sent one, in words. */
function differenceOf({ finding, sent, reception }: FilteredLog): string | null {
  if (finding === null || finding === 'identical' || reception === null) return null;
  const [code = ''] = findMessageCodes(sent.text);
  return arrivalWords(sent.text, reception, code).words;
}

export function messageToCsv(log: CsvLog): CsvCell[] {
  return COLUMNS.map(([, cell]) => cell(log));
}
