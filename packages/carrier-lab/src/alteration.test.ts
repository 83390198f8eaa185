/** Each alteration changes only what it names. */
import { describe, expect, it } from 'vitest';
import { alterJoined } from './alteration.ts';
import type { Alteration } from './scenario-model.ts';

const alterText = (text: string, kinds: readonly Alteration[]) =>
  alterJoined({ text, parts: [text] }, kinds).text;

describe('a text without parts', () => {
  it('straightens typographic quotes', () => {
    expect(alterText('“It’s” – so…', ['straight-quotes'])).toBe('"It\'s" - so...');
  });

  it('drops emoji with their joiners and skin tones, and keeps digits', () => {
    expect(alterText('Hi 👍🏽 1# 👩‍👧 ❤️ 🇺🇸!', ['no-emoji'])).toBe('Hi  1#   !');
  });

  it('truncates to 140 characters without splitting an emoji', () => {
    expect(alterText(`${'a'.repeat(139)}👍 #CODE`, ['truncated'])).toBe(`${'a'.repeat(139)}👍`);
  });

  it('shortens a text and keeps its last word', () => {
    expect(alterText(`${'a '.repeat(30)}end #CODE`, ['shortened'])).toBe(`${'a '.repeat(12)}… #CODE`);
    expect(alterText('short #CODE', ['shortened'])).toBe('short #CODE');
  });

  it('applies the first kind that changes anything', () => {
    expect(alterText('plain', ['straight-quotes', 'no-emoji', 'page-mark', 'truncated'])).toBe('(1/1) plain');
    expect(alterText('“x” 👍', ['no-emoji', 'straight-quotes'])).toBe('“x” ');
    expect(alterText('plain', ['straight-quotes'])).toBe('plain');
  });

  it.each([
    ['question-marks', 'Grüß 你好 👍', 'Grüß ?? ?'],
    ['no-accents', 'Grüß é ñ 你', 'Gruß e n 你'],
    ['mojibake', 'é’', 'Ã©â\u0080\u0099'],
    ['curly-quotes', `it's "so"`, 'it’s “so”'],
    ['wide-spaces', 'Hi. So, ok #CODE', 'Hi.  So,  ok #CODE'],
    ['line-joined', 'a\nb', 'a b'],
    ['direction-mark', 'a', '\u200Fa'],
    ['link-rewritten', 'At https://a.example/b?c. Bye', 'At https://lnk.example/q7. Bye'],
    ['label-added', 'a', 'Spam Likely: a'],
    ['footer-added', 'a', 'a\n--\nSent with Acme Free SMS'],
    ['masked-digits', 'at 9:30 #A1B2', 'at *:** #A1B2'],
    ['html-escapes', `A & 'b' "c"`, 'A &amp; &#39;b&#39; &quot;c&quot;'],
    ['middle-missing', 'one two three four five', 'one four five'],
    ['label-and-mask', 'at 9 #A1', 'Spam Likely: at * #A1'],
    ['label-and-mask', 'at #A1', 'at #A1'],
  ] as const)('%s: %j arrives as %j', (kind, sent, arrived) => {
    expect(alterText(sent, [kind])).toBe(arrived);
  });
});

describe('alterJoined', () => {
  const joined = { text: 'one two three ', parts: ['one ', 'two ', 'three '] };

  it.each([
    ['parts-swapped', 'two one three '],
    ['part-missing', 'one three '],
    ['part-twice', 'one one two three '],
    ['headers-as-text', 'é@¥*¥£one é@¥*¥$two é@¥*¥¥three '],
  ] as const)('%s: a handset that joins the parts wrongly', (kind, arrived) => {
    expect(alterJoined(joined, [kind])).toEqual({ text: arrived, alteration: kind });
  });

  it('skips kinds for several parts when the message has one', () => {
    const kinds = ['parts-swapped', 'part-missing', 'part-twice', 'headers-as-text', 'page-mark'] as const;
    const short = { text: 'one', parts: ['one'] };
    expect(alterJoined(short, kinds)).toEqual({ text: '(1/1) one', alteration: 'page-mark' });
    expect(alterJoined(short, kinds.slice(0, 4))).toEqual({ text: 'one', alteration: null });
  });
});
