import { expect, test } from 'vitest';
import { arrivalWords } from './arrival-words.ts';
import { appendMessageCode } from './message-code.ts';
import { splitSegments } from './segments.ts';
import { codePoint, readable, visible } from './visible-characters.ts';

const CODE = 'J7ABC0DEF1G';
const words = (sent: string, arrived: string) =>
  arrivalWords(appendMessageCode(sent, CODE), { text: appendMessageCode(arrived, CODE) }, CODE).words;

test.each([
  ['Hello', 'Hello', ''],
  ['Café', 'Cafe\u0301', 'only the Unicode form of characters changed'],
  ['a\nb', 'a\r\nb', 'only line endings changed'],
  ['a\nb', 'a\r\nb  ', 'only line endings and whitespace at the end changed'],
  ['résumé ok', 'resume ok', 'accents lost: é→e (2 times)'],
  ['“Hi” 👋', '"Hi" ?', 'look-alikes: “→", ”→"; characters lost: 👋→?'],
  ['Hi 👋 you', 'Hi  you', 'characters lost: 👋→nothing'],
  ['a\u00A0b', 'a b', 'only whitespace changed'],
  ['“It’s” –', '"It\'s" -', 'only quotes and dashes changed'],
  ['Zoë', 'ZoÃ«', 'decoded in the wrong character set: ë→Ã«'],
  ['áčďěľňő', 'acdelno', 'accents lost: á→a, č→c, ď→d, ě→e, ľ→l, ň→n and 1 more'],
  ['Hello Ann', 'Hello', 'cut after 5 of 9 characters'],
  ['Hello Ann', 'Ad: Hello Ann', '“Ad:” before the text'],
  ['See a.example/x now', 'See b.example/y now', 'a.example/x → b.example/y'],
  ['Code 123456, Ann', 'Code ******, Ann', '123456 → ******'],
  ['A & B’s', 'A &amp; B&#39;s', "& → &amp;; ' → &#39;"],
  ['Hi Ann, come at 8', 'Hi Ann, at 8', 'missing in the middle: “come”'],
  ['Hi Ann, come at 8', 'Ann, come at 8', 'missing at the beginning: “Hi”'],
  [
    'Hi Zoë 👋',
    'Ad: Hi Zoe ?',
    'text added: “Ad:” before the text; accents lost: ë→e; characters lost: 👋→?',
  ],
  [
    'Hello Ann, it’s me',
    'Ad: Hello Ann',
    'text added: “Ad:” before the text; cut off: the last 9 characters of 18',
  ],
  ['Hello Ann', 'Ad: Hello Bob', '3 characters removed, 7 characters inserted'],
  ['Hello', 'Helloo', '1 character inserted'],
])('%j that arrived as %j: %s', (sent, arrived, expected) => {
  expect(words(sent, arrived)).toBe(expected);
});

test('parts of a long message are named by their numbers', () => {
  const sent = appendMessageCode(Array.from({ length: 76 }, (_, index) => `word${index}`).join(' '), CODE);
  const [a = '', b = '', c = '', d = ''] = splitSegments(sent);
  const of = (...parts: string[]) => arrivalWords(sent, { text: parts.join('') }, CODE).words;
  expect(of(b, a, c, d)).toBe('parts 1 and 2 swapped');
  expect(of(b, c, a, d)).toBe('parts in the order 2, 3, 1, 4');
  expect(of(a, c, d)).toBe('part 2 of 4 missing');
  expect(of(d)).toBe('parts 1, 2 and 3 of 4 missing');
  expect(of(a, b, b, c, d)).toBe('part 2 more than once');
  expect(of(d, a)).toBe('parts 2 and 3 of 4 missing; parts 1 and 4 swapped');
  expect(of(a, ' ', b, ' ', c, ' ', d)).toBe('whitespace inserted between its parts');
  expect(of(`(1/4) ${a}`, `(2/4) ${b}`, `(3/4) ${c}`, `(4/4) ${d}`)).toBe('counters of parts shown as text');
  expect(of(`${a} 1/4`, `${b} 2/4`, `${c} 3/4`, `${d} 4/4`)).toBe('counters of parts shown as text');
  expect(of(`é@¥A¤£${a}`, `é@¥A¤$${b}`, `é@¥A¤¥${c}`, `é@¥A¤è${d}`)).toBe('headers of parts shown as text');
});

test('EVIDENCE-1 parts reported as separate messages are counted, and what else is wrong with them is named', () => {
  const body = `${'a'.repeat(152)} ${'b'.repeat(152)} c`;
  const sent = appendMessageCode(body, CODE);
  const [a = '', b = '', c = ''] = splitSegments(sent);
  const of = (...parts: string[]) =>
    arrivalWords(sent, { text: parts.join(''), separateReports: parts.length }, CODE);
  expect(of(a, b, c)).toEqual({ comparison: 'joined wrongly', words: 'reported as 3 separate messages' });
  expect(of(a.trimEnd(), b, c).words).toBe(
    'reported as 3 separate messages; whitespace between its parts lost',
  );
  expect(of(`1/3 ${a}`, `3/3 ${c}`).words).toBe(
    'reported as 2 separate messages; part 2 of 3 missing; counters of parts shown as text',
  );
});

test('a handset that reported no text leaves nothing to say', () => {
  expect(arrivalWords('Hello', null, CODE)).toEqual({ comparison: 'unknown', words: '' });
});

test('invisible characters are made visible', () => {
  expect(visible('a b\u00A0c\u200Bd\ne')).toBe('a␣b⍽c[ZWSP]d↵\ne');
  expect(visible('\u0301x\u200D\u0007\uFE0F')).toBe('◌\u0301x[ZWJ][U+0007][VS16]');
  expect(readable(' two words  there\u00A0x ')).toBe('␣two words␣␣there⍽x␣');
  expect(codePoint('é')).toBe('U+00E9');
  expect(codePoint('👋')).toBe('U+1F44B');
});
