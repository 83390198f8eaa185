/** The CSV as a file: the one that is chosen, and a sample to start from. */
import { csvCell } from '@textprobe/domain/csv-cell';
import { readFileText } from '@textprobe/domain/file-text';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import type { Office, Phone } from '../../../api/normalize.ts';
import type { NamedFile } from '../../../api/report-files.ts';

/** In bytes. Two hundred of the longest messages; session storage holds little more. */
const LARGEST_FILE = 2_000_000;

/** The text of a file, with what was assumed about it if anything; or why it cannot be used. */
type FileText = { readonly text: string; readonly notice: string | null } | { readonly error: string };

export async function readTextFile(file: File): Promise<FileText> {
  if (file.size > LARGEST_FILE) return { error: `${file.name} is larger than 2 MB.` };
  const read = readFileText(new Uint8Array(await file.arrayBuffer()));
  if ('text' in read) return read;
  return {
    error: read.fault ?? `${file.name} is not in UTF-8. Save it as "CSV UTF-8" and choose it again.`,
  };
}

/**
 * A CSV that shows every column, with existing names.
 * @param offices of the draft
 * @param phones all
 * @param now epoch milliseconds
 */
export function sampleCsv(offices: readonly Office[], phones: readonly Phone[], now: number): NamedFile {
  const [one = { name: 'Office name' }, other = one] = offices;
  const [phone = { name: 'Phone name', carrier: 'Carrier name' }] = phones;
  const tomorrow = formatLosAngeles(now + 86_400_000).slice(0, 10);
  const rows = [
    ['message', 'office', 'phone', 'time'],
    ['Hi {first_name}, see you at 9:30.', '', '', ''],
    ['Your table is ready.', one.name, phone.name, ''],
    ['Good morning from {company_name}!', `${one.name};${other.name}`, phone.carrier, `${tomorrow} 09:30`],
  ];
  const text = rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  // Without the byte order mark, a spreadsheet reads the file in its own encoding.
  return { name: 'several-tests.csv', content: new Blob(['\uFEFF', text], { type: 'text/csv' }) };
}
