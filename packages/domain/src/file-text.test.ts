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

it.each([
  ['PK\u0003\u0004\u0014\u0000', 'This is an Excel workbook. Save it as CSV UTF-8.'],
  ['\u00D0\u00CF\u0011\u00E0', 'This is an Excel workbook. Save it as CSV UTF-8.'],
  [
    'PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    'This is an OpenDocument spreadsheet. Save it as CSV in UTF-8.',
  ],
  ['%PDF-1.7', 'This is a PDF. Choose a CSV file.'],
])('CHANGE-1 says of %j what it is, and how to save it', (start, fault) => {
  expect(read(start)).toEqual({ fault });
});
