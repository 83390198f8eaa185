import { expect, test } from 'vitest';
import { codePointChanges, textsOf } from './arrived-text.ts';
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

test('changes are told by their code points, each once, and long ones left to be read', () => {
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
