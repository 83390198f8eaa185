import { expect, test } from 'vitest';
import { textsOf, visible } from './arrived-text.ts';
import { confirmedLog } from './testing/logs.ts';

function arriving(text: string | null, comparison: 'intact' | 'altered' | 'unknown') {
  const log = confirmedLog();
  return textsOf({ sent: log.sent, reception: { ...log.reception!, text, comparison } });
}

test('the code is set apart from both texts and never marked as a difference', () => {
  const { sent, arrived } = arriving('Hello Anna #T0123456789', 'altered');
  expect(sent).toEqual({ pieces: [{ kind: 'same', text: 'Hello Ann' }], code: ' #T0123456789' });
  expect(arrived?.code).toBe(' #T0123456789');
  expect(arrived?.pieces).toEqual([
    { kind: 'same', text: 'Hello Ann' },
    { kind: 'new', text: 'a' },
  ]);
});

test('what the server found intact shows no differences, whatever the line ends', () => {
  expect(arriving('Hello Ann \r\n#T0123456789', 'intact').arrived?.pieces).toEqual([
    { kind: 'same', text: expect.stringContaining('Hello Ann') },
  ]);
});

test('a text that arrived without its code, or not at all, is shown as it is', () => {
  expect(arriving('Hello', 'altered').arrived).toEqual({
    pieces: [{ kind: 'same', text: 'Hello' }],
    code: '',
  });
  expect(arriving(null, 'unknown').arrived).toBeNull();
});

test('differences that nobody could see are made visible', () => {
  expect(visible('a b\u00A0c\u200Bd\ne')).toBe('a␣b⍽c[U+200B]d↵\ne');
});
