import { expect, it } from 'vitest';
import { readFileText } from './file-text.ts';

const read = (text: string) => readFileText(Buffer.from(text, 'latin1'));

it.each(['Müller', 'José Muñoz', 'Straße', 'Zoë', 'ÉCOLE', 'Åse', 'O\u0092Brien and José'])(
  'CHANGE-1 reads %j in Windows-1252, and says so',
  (text) => {
    expect(read(text)).toEqual({
      text: text.replace('\u0092', '’'),
      notice: expect.stringContaining('It was read as Windows-1252; check '),
    });
  },
);

it('CHANGE-1 lists three words of a file in Windows-1252', () => {
  expect(read('Müller,José;Zoë Bjóla Müller')).toMatchObject({
    notice: 'The file is not in UTF-8. It was read as Windows-1252; check Müller, José, Zoë.',
  });
});

it.each([
  ['Cyrillic', 'Ìîñêâà'],
  ['Hungarian', 'Gyõr'],
  ['Czech', 'Nováèek'],
  ['Polish', 'Gdañsk'],
  ['a Macintosh', 'Caf\u008e'],
  ['a Macintosh with an apostrophe', 'OÕBrien'],
  ['a Macintosh in capitals', 'CçDIZ'],
  ['DOS', 'M\u0081ller'],
  ['DOS with a letter that looks like a space', 'M\u00A0laga'],
  ['DOS with a letter that looks like a mark', 'Garc¡a'],
])('CHANGE-1 does not guess the letters of %s', (_what, text) => {
  expect(read(text)).toEqual({ fault: null });
});

const EXCEL = 'This is an Excel workbook. Save it as CSV UTF-8.';
const COMPRESSED = 'This is a compressed file. Extract it, and choose the CSV file in it.';
const WEB_PAGE =
  'This is a web page. Log in where it came from and download it again, or open it in a spreadsheet and save it as CSV UTF-8.';
/** The beginning of a ZIP archive whose first file has this name. */
const zip = (name: string) => `PK\u0003\u0004${'\u0014'.padEnd(26, '\0')}${name}`;

it.each([
  [zip('[Content_Types].xml'), EXCEL],
  ['\u00D0\u00CF\u0011\u00E0', EXCEL],
  [
    zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'This is an OpenDocument spreadsheet. Save it as CSV in UTF-8.',
  ],
  [zip('Index/Document.iwa'), 'This is a Numbers spreadsheet. Export it as CSV.'],
  [zip('contacts.csv'), COMPRESSED],
  ['\u001F\u008B\u0008\0', COMPRESSED],
  ['7z\u00BC\u00AF', COMPRESSED],
  ['%PDF-1.7', 'This is a PDF. Choose a CSV file.'],
  ['\u0089PNG\r\n', 'This is a picture. Choose a CSV file.'],
  ['\u00EF\u00BB\u00BF<!DOCTYPE html>\n<title>Log in</title>', WEB_PAGE],
  ['\n<table border=1><tr><td>partner', WEB_PAGE],
  [
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>',
    'This is an XML file. Open it in a spreadsheet and save it as CSV UTF-8.',
  ],
  ['BEGIN:VCARD\nVERSION:3.0', 'This is a vCard. Export the contacts as CSV.'],
  ['{\\rtf1\\ansi', 'This is an RTF document. Save it as CSV UTF-8.'],
])('CHANGE-1 says of %j what it is, and how to save it', (start, fault) => {
  expect(read(start)).toEqual({ fault });
});
