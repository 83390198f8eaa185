/** The text of a file that someone chose: UTF-8, or what spreadsheets write instead. */

export type FileText =
  /** `notice` says what was assumed; null: nothing. */
  | { readonly text: string; readonly notice: string | null }
  /** A sentence; null: the encoding of the file is unknown. */
  | { readonly fault: string | null };

/** How a file begins that is no text. */
const SIGNATURES = [
  ['PK\u0003\u0004', 'This is an Excel workbook. Save it as CSV UTF-8.'],
  ['\u00D0\u00CF\u0011\u00E0', 'This is an Excel workbook. Save it as CSV UTF-8.'],
  ['%PDF', 'This is a PDF. Choose a CSV file.'],
] as const;
const OPEN_DOCUMENT = 'This is an OpenDocument spreadsheet. Save it as CSV in UTF-8.';

export function readFileText(bytes: Uint8Array): FileText {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 100));
  const signature = SIGNATURES.find(([mark]) => start.startsWith(mark));
  if (signature !== undefined)
    return { fault: start.includes('opendocument') ? OPEN_DOCUMENT : signature[1] };
  try {
    return { text: new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes), notice: null };
  } catch {
    return readWestern(bytes) ?? { fault: null };
  }
}

/** Spreadsheets write UTF-16 as "Unicode text", with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
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
  return { text, notice: `The file is not in UTF-8. It was read as Windows-1252; check ${examples}.` };
}
