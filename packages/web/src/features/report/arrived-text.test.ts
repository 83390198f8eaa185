import { expect, test } from 'vitest';
import { confirmedLog } from '../../testing/sample-logs.ts';
import { codePointChanges, textsOf } from './arrived-text.ts';

function arriving(text: string | null, comparison: 'intact' | 'altered' | 'unknown') {
  const log = confirmedLog();
  return textsOf({ sent: log.sent, reception: { ...log.reception!, text, comparison } });
}

test('separates the code from both texts and never marks it as a difference', () => {
  const { sent, arrived } = arriving('Hello Anna #T0123456789', 'altered');
  expect(sent).toEqual({ pieces: [{ kind: 'same', text: 'Hello Ann' }], code: ' #T0123456789' });
  expect(arrived?.code).toBe(' #T0123456789');
  expect(arrived?.pieces).toEqual([
    { kind: 'same', text: 'Hello Ann' },
    { kind: 'new', text: 'a' },
  ]);
});

test('shows no differences in a text that the server found intact, whatever its line endings', () => {
  expect(arriving('Hello Ann \r\n#T0123456789', 'intact').arrived?.pieces).toEqual([
    { kind: 'same', text: expect.stringContaining('Hello Ann') },
  ]);
});

test('CHANGE-1 marks cosmetic changes, although the text is intact', () => {
  const log = confirmedLog();
  const { sent, arrived } = textsOf({
    sent: { ...log.sent, text: "It's on #T0123456789" },
    reception: { ...log.reception!, text: 'It’s on #T0123456789', comparison: 'intact' },
  });
  expect(sent.pieces).toContainEqual({ kind: 'gone', text: "'" });
  expect(arrived?.pieces).toContainEqual({ kind: 'new', text: '’' });
});

test('shows a text that arrived without its code, or did not arrive, as it is', () => {
  expect(arriving('Hello', 'altered').arrived).toEqual({
    pieces: [{ kind: 'same', text: 'Hello' }],
    code: '',
  });
  expect(arriving(null, 'unknown').arrived).toBeNull();
});

test('lists changes by code point, each once, without the long ones', () => {
  const change = (sentBody: string, arrivedBody: string) => {
    const log = confirmedLog();
    const code = ' #T0123456789';
    const { sent, arrived } = textsOf({
      sent: { ...log.sent, text: sentBody + code },
      reception: { ...log.reception!, text: arrivedBody + code, comparison: 'altered' },
    });
    return codePointChanges(sent, arrived!);
  };
  expect(change('résumé', 'resume')).toEqual([{ gone: 'é U+00E9', fresh: 'e U+0065' }]);
  expect(change('a\u200Bb 👋', 'ab')).toEqual([
    { gone: '[ZWSP] U+200B', fresh: '' },
    { gone: '␣ U+0020, 👋 U+1F44B', fresh: '' },
  ]);
  expect(change('one', 'one and two more words')).toEqual([]);
});
