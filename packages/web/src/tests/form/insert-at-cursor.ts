/** Puts text where the cursor is, or in place of what is selected, as if it had been typed: undo takes it back (CREATE-3, CREATE-4). */
export function insertAtCursor(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // Deprecated, but the only way that keeps the browser's undo history; where it is missing, the plain way.
  if (document.execCommand?.('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
