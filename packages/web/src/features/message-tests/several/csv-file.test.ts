/** The CSV as a file. */
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { expect, it } from 'vitest';
import { readTextFile, sampleCsv } from './csv-file.ts';
import { readCsv } from './read-csv.ts';

it('EVIDENCE-7 the sample is a file without formulas that can be read back, with every column', async () => {
  const office = { id: 1, clientId: 7, phoneNumber: '', managerFirstName: '', managerLastName: '' };
  const phone = { id: 11, name: '=Avery', phoneNumber: '+12135550181', carrier: 'AT&T' };
  const offices = [
    { ...office, name: 'Oakland, Main' },
    { ...office, id: 2, name: '=Berkeley' },
  ];
  const now = parseTimestamp('2026-11-29T23:00:00-08:00') ?? 0;
  const { content, name } = sampleCsv(offices, [phone], now);
  const read = await readTextFile(new File([content], name));
  expect(await content.text()).toContain(`,"Oakland, Main;'=Berkeley",`);
  const { lines, warnings, fault } = readCsv('text' in read ? read.text : '');
  expect({ warnings, fault }).toEqual({ warnings: [], fault: null });
  expect(lines.map(({ office: cell, phone: to, time }) => [cell, to, time])).toEqual([
    ['', '', ''],
    ['Oakland, Main', '=Avery', ''],
    ['Oakland, Main;=Berkeley', 'AT&T', '2026-11-30 09:30'],
  ]);
});

it('EVIDENCE-7 refuses a file in an unknown encoding, or too large', async () => {
  // "Café" as a Macintosh saves it.
  expect(await readTextFile(new File([new Uint8Array([0x43, 0x61, 0x66, 0x8e])], 'old.csv'))).toEqual({
    error: 'old.csv is not in UTF-8. Save it as "CSV UTF-8" and choose it again.',
  });
  expect(await readTextFile(new File([new Uint8Array(2_000_001)], 'large.csv'))).toEqual({
    error: 'large.csv is larger than 2 MB.',
  });
});

it('CHANGE-1 reads what spreadsheets save beside UTF-8, and names a workbook', async () => {
  const western = new Uint8Array([0x4f, 0x6c, 0xe9]);
  expect(await readTextFile(new File([western], 'old.csv'))).toEqual({
    text: 'Olé',
    notice: 'The file is not in UTF-8. It was read as Windows-1252; check Olé.',
  });
  const unicode = new Uint8Array([0xff, 0xfe, 0x4f, 0, 0x6c, 0, 0xe9, 0]);
  expect(await readTextFile(new File([unicode], 'unicode.txt'))).toEqual({ text: 'Olé', notice: null });
  expect(await readTextFile(new File(['Olé\r\n\u001A'], 'dos.txt'))).toEqual({ text: 'Olé', notice: null });
  expect(await readTextFile(new File(['PK\u0003\u0004'], 'tests.xlsx'))).toEqual({
    error: 'This is an Excel workbook. Save it as CSV UTF-8.',
  });
});
