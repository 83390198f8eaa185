/** Each alteration changes what it names and leaves the rest. */
import { describe, expect, it } from 'vitest';
import { alterText } from './alteration.ts';

describe('alterText', () => {
  it('straightens typographic quotes', () => {
    expect(alterText('“It’s” – so…', ['straight-quotes'])).toBe('"It\'s" - so...');
  });

  it('drops emoji with their joiners and skin tones, and keeps digits', () => {
    expect(alterText('Hi 👍🏽 1# 👩‍👧 ❤️ 🇺🇸!', ['no-emoji'])).toBe('Hi  1#   !');
  });

  it('cuts what is beyond 140 characters and never half an emoji', () => {
    expect(alterText(`${'a'.repeat(139)}👍 #CODE`, ['truncated'])).toBe(`${'a'.repeat(139)}👍`);
  });

  it('takes the first kind that changes anything', () => {
    expect(alterText('plain', ['straight-quotes', 'no-emoji', 'page-mark', 'truncated'])).toBe('(1/1) plain');
    expect(alterText('“x” 👍', ['no-emoji', 'straight-quotes'])).toBe('“x” ');
    expect(alterText('plain', ['straight-quotes'])).toBe('plain');
  });
});
