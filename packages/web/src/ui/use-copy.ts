/** Copies a text, and remembers whether that worked. */
import { useState } from 'react';
import { copyText } from './copy-text.ts';

export const COPY_FAILED = 'The browser refused to copy. Select and copy the text by hand.';

/** @param label names the text in the browser's console */
export function useCopy(label: string, text: string) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  return {
    copied,
    async copy(): Promise<void> {
      try {
        await copyText(text);
        setCopied('yes');
      } catch (error) {
        console.error(`Failed to copy: ${label}`, error);
        setCopied('failed');
      }
    },
  };
}
