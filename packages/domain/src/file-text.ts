/** The text of a file that someone chose: UTF-8, or what spreadsheets write instead. */

export type FileText =
  /** `notice` says what was assumed; null: nothing. */
  | { readonly text: string; readonly notice: string | null }
  /** A sentence; null: the encoding of the file is unknown. */
  | { readonly fault: string | null };

const COMPRESSED = 'This is a compressed file. Extract it, and choose the CSV file in it.';

/** How a file begins that is no table in text. The name of the first file in an archive is near its beginning. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^PK\p{Cc}{2}.*?opendocument/su, 'This is an OpenDocument spreadsheet. Save it as CSV in UTF-8.'],
  [/^PK\p{Cc}{2}.*?(?:Index\/|\.iwa|preview)/su, 'This is a Numbers spreadsheet. Export it as CSV.'],
  [/^PK\p{Cc}{2}.*?\.(?:csv|tsv|txt)/isu, COMPRESSED],
  [/^PK\p{Cc}{2}|^\u00D0\u00CF\p{Cc}\u00E0/u, 'This is an Excel workbook. Save it as CSV UTF-8.'],
  [/^(?:\p{Cc}\u008B|BZh\d|7z\u00BC\u00AF|Rar!|\u00FD7zXZ|\u0028\u00B5\u002F\u00FD)/u, COMPRESSED],
  [/^%PDF/, 'This is a PDF. Choose a CSV file.'],
  [/^(?:\u0089PNG|\u00FF\u00D8\u00FF|GIF8)/, 'This is a picture. Choose a CSV file.'],
  [
    /^\s*<(?:!doctype html|html|head|meta|style|table)\b/i,
    'This is a web page. Log in where it came from and download it again, or open it in a spreadsheet and save it as CSV UTF-8.',
  ],
  [/^\s*<\?xml/i, 'This is an XML file. Open it in a spreadsheet and save it as CSV UTF-8.'],
  [/^\s*BEGIN:VCARD/i, 'This is a vCard. Export the contacts as CSV.'],
  [/^\{\\rtf/, 'This is an RTF document. Save it as CSV UTF-8.'],
];
/** How many bytes show what a file is. */
const START = 200;

export function readFileText(bytes: Uint8Array): FileText {
  // Not by a decoder: `latin1` means Windows-1252 there.
  const start = String.fromCharCode(...bytes.subarray(0, START)).replace(/^\u00EF\u00BB\u00BF/, '');
  const signature = SIGNATURES.find(([mark]) => mark.test(start));
  if (signature !== undefined) return { fault: signature[1] };
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return { text: withoutEndMark(text), notice: null };
  } catch {
    return readWestern(bytes) ?? { fault: null };
  }
}

/** Spreadsheets write UTF-16 as "Unicode text", with a byte order mark; other programs without. A text contains no NUL. */
function encodingOf([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first > 0 && second === 0 && third > 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second > 0 && third === 0 && fourth > 0) return 'utf-16be';
  return 'utf-8';
}

/** Programs of DOS end a text with 0x1A, and some fill their last block with NUL. */
function withoutEndMark(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n\u0000\u001A'.includes(text.charAt(end - 1))) end -= 1;
  return /^[\r\n]*$/.test(text.slice(end)) ? text : text.slice(0, end);
}

/** How many words a notice quotes. */
const QUOTED = 3;
const ASCII_LETTERS = /[A-Za-z]/gu;
/**
 * The letters that the encodings of Western and Central Europe share, with à and å, which are rare in the latter, and ñ before a
 * vowel, where Polish has no ń. Macintosh and DOS have their accents among the bytes of other characters.
 */
const SHARED_LETTERS =
  /^(?:[A-Za-zÀÁÂÄÅÇÉËÍÎÓÔÖÚÜÝßàáâäåçéëíîóôöúüý]|Ñ(?=[AEIOU])|ñ(?=[aeiouáéíóú])|(?<=[A-Za-z])’(?=[A-Z]))+$/u;
/** A capital within a word, or a small letter within capitals: another encoding. */
const MIXED_CASE = /[a-z].*[À-Ý]|^[A-Z][^a-z]*[A-Z][^a-z]*[à-ý]|^[A-Z][^a-z]*[à-ý][^a-z]*[A-Z]/u;

/** Windows-1252, if each word with letters beyond ASCII can only be that. Null if not. */
function readWestern(bytes: Uint8Array): FileText | null {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const words = new Set(text.match(/[A-Za-z\u0080-\uFFFF]*[\u0080-\uFFFF][A-Za-z\u0080-\uFFFF]*/gu));
  for (const word of words) {
    // Words with few letters of ASCII are Cyrillic or Greek.
    const ascii = word.match(ASCII_LETTERS)?.length ?? 0;
    if (ascii * 2 <= word.length || MIXED_CASE.test(word) || !SHARED_LETTERS.test(word)) return null;
  }
  const examples = [...words].slice(0, QUOTED).join(', ');
  return {
    text: withoutEndMark(text),
    notice: `The file is not in UTF-8. It was read as Windows-1252; check ${examples}.`,
  };
}
