/** Extracts the text of a PDF as a reader would copy it. */
import { extractText, getDocumentProxy } from 'unpdf';

/**
 * The text of each page, with single spaces. Letters of right-to-left scripts are in drawing order: compare them with
 * {@link lettersOf}.
 */
export async function readPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/gu, ' '));
}

/** The letters of one script in a text, sorted. */
export function lettersOf(script: 'Arabic', text: string): string {
  return [...text.matchAll(new RegExp(`\\p{sc=${script}}`, 'gu'))]
    .map(([letter]) => letter)
    .sort()
    .join('');
}
