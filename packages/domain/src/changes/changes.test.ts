/** Each kind of change (CHANGE-1) in the spellings that the field sends. */
import { describe, expect, it } from 'vitest';
import { compareArrival, examineArrival } from '../comparison.ts';
import { appendMessageCode } from '../message-code.ts';

const CODE = 'J7ABC0DEF1G';

/** The class, with the body's code as sent. */
const classOf = (sent: string, arrived: string) =>
  compareArrival(appendMessageCode(sent, CODE), appendMessageCode(arrived, CODE), CODE);

/** The kinds of all changes. */
function kindsOf(sent: string, arrived: string): string[] {
  const found = examineArrival(appendMessageCode(sent, CODE), appendMessageCode(arrived, CODE), CODE);
  return 'changes' in found ? found.changes.map(({ kind }) => kind) : [found.comparison];
}

describe('CHANGE-1 a cosmetic change', () => {
  it.each([
    ['curly quotes', `It's "on"`, 'It’s “on”'],
    ['straight quotes', 'It’s “on”', `It's "on"`],
    ['low quotes', '„ja“ ‚so‘', `"ja" 'so'`],
    ['a dash for a hyphen', 'Mon - Fri', 'Mon – Fri'],
    ['a dash for two hyphens', 'wait -- what', 'wait — what'],
    ['an ellipsis', 'wait...', 'wait…'],
    ['a lost variation selector', 'I ❤️ it', 'I ❤ it'],
    ['a direction mark in front', 'שלום', '\u200Fשלום'],
    ['directional isolates', 'Hi Ann', 'Hi \u2068Ann\u2069'],
    ['two spaces for one', 'Hi Ann', 'Hi  Ann'],
    ['one space for two', 'Hi.  Ann', 'Hi. Ann'],
    ['a line break as a space', 'Hi\nAnn', 'Hi Ann'],
    ['two line breaks as one', 'Hi\n\nAnn', 'Hi\nAnn'],
    ['a no-break space', 'Hi Ann', 'Hi\u00A0Ann'],
    ['a lost leading space', ' Hi Ann', 'Hi Ann'],
    ['a byte order mark', 'Hi Ann', '\uFEFFHi Ann'],
    ['the case of a host', 'At https://Acme.example/Ab?C=D now', 'At https://acme.example/Ab?C=D now'],
    ['the case of a scheme', 'At HTTPS://acme.example', 'At https://acme.example'],
    ['the case of a link without a scheme', 'At Acme.Example/x.', 'At acme.example/x.'],
    ['several at once', ' “Hi” –\nsee Acme.example', `"Hi" - see acme.example`],
  ])('is %s', (_what, sent, arrived) => {
    expect(classOf(sent, arrived)).toBe('cosmetic');
  });

  it.each([
    ['the case of a path', 'https://acme.example/Ab', 'https://acme.example/ab', 'link rewritten'],
    ['a dash within a link', 'https://acme.example/a-b', 'https://acme.example/a–b', 'link rewritten'],
    ['the case of a word', 'Hi Ann', 'Hi ann', 'altered'],
    ['a space within a word', 'together', 'to gether', 'altered'],
  ])('is not %s', (_what, sent, arrived, expected) => {
    expect(classOf(sent, arrived)).toBe(expected);
  });
});

describe('CHANGE-1 a change is named', () => {
  it.each([
    ['a label in front', 'Hi Ann', 'Spam Likely: Hi Ann', ['text added']],
    ['a counter in front', 'Hi Ann', '(1/1) Hi Ann', ['text added']],
    ['a footer behind', 'Hi Ann', 'Hi Ann\n--\nSent by Acme. Reply STOP to end.', ['text added']],
    ['a label and a footer', 'Hi Ann', 'Ad: Hi Ann (end)', ['text added', 'text added']],
    ['a replaced link', 'At https://acme.example/a now', 'At https://sho.rt/x1 now', ['link rewritten']],
    ['a shortened link without a scheme', 'At acme.example/a', 'At bit.example/1', ['link rewritten']],
    ['a tracked link', 'At https://a.example', 'At https://a.example/?utm=1', ['link rewritten']],
    ['a secured link', 'At http://a.example/x', 'At https://a.example/x', ['link rewritten']],
    ['a defanged link', 'At https://a.example/x', 'At hxxps://a.example/x', ['link rewritten']],
    ['masked digits', 'Code 123456', 'Code ******', ['masked']],
    ['masked digits of another number', 'Code 123456 ok', 'Code *** ok', ['masked']],
    ['digits masked but the last', 'Card 4111111111111234.', 'Card XXXXXXXXXXXX1234.', ['masked']],
    ['masked groups', 'Card 4111 1111 2222', 'Card **** **** 2222', ['masked', 'masked']],
    ['two masks in one link', 'At a.example/12?b=34', 'At a.example/**?b=**', ['masked']],
    ['a masked word', 'That damn dog', 'That d*** dog', ['masked']],
    ['a masked end of a link', 'At https://a.example/123456', 'At https://a.example/******', ['masked']],
    ['a masked link', 'At https://a.example/x', 'At ######', ['masked']],
    ['an escaped ampersand', 'A & B', 'A &amp; B', ['escaped']],
    ['an escaped apostrophe', 'It’s', 'It&#39;s', ['escaped']],
    ['hexadecimal escapes', 'a "b"', 'a &#x22;b&#x22;', ['escaped', 'escaped']],
    ['escaped twice', 'A & B', 'A &amp;amp; B', ['escaped']],
    ['escaped brackets beside another', '<b>', '&lt;b&gt;', ['escaped', 'escaped']],
    ['an escaped letter', 'café now', 'caf&eacute; now', ['escaped']],
    ['a text as in a URL', 'Hi Ann, ok?', 'Hi%20Ann%2C%20ok%3F', ['escaped', 'escaped', 'escaped']],
    ['spaces as plus signs', 'Hi Ann ok', 'Hi+Ann+ok', ['escaped', 'escaped']],
    ['a link as in a URL', 'At https://a.example/x', 'At https%3A%2F%2Fa.example%2Fx', ['escaped']],
    ['an escaped link', 'https://a.example/?a=1&b=2', 'https://a.example/?a=1&amp;b=2', ['escaped']],
    ['escapes of JSON', 'a "b"\nc', 'a \\"b\\"\\nc', ['escaped', 'escaped']],
    ['a piece missing in the middle', 'Hi Ann, see you at 8', 'Hi Ann, at 8', ['part missing']],
    ['a missing beginning', 'Hi Ann, see you', 'Ann, see you', ['part missing']],
  ])('%s', (_what, sent, arrived, expected) => {
    expect(kindsOf(sent, arrived)).toEqual(expected);
  });

  it.each([
    ['a label before masked digits', '123456 is it', 'Ad: ****** is it', ['text added', 'masked']],
    [
      'a label before another link',
      'a.example/x is it',
      'Spam Likely: b.example is it',
      ['text added', 'link rewritten'],
    ],
    [
      'another link before a footer',
      'See a.example/x',
      'See b.example Reply STOP',
      ['link rewritten', 'text added'],
    ],
    ['a label and a lost emoji', 'Hi 👋 Ann', '(1/1) Hi ? Ann', ['text added', 're-encoded']],
    ['a label and a cut end', 'Hi Ann, see you at eight', 'Ad: Hi Ann, see you', ['text added', 'truncated']],
    ['a label and curly quotes', "It's on", 'Ad: It’s on', ['text added']],
    ['escapes and a footer', 'A & B', 'A &amp; B -- sent by Acme', ['escaped', 'text added']],
    [
      'masked digits, link and word',
      'Ann 123456 a.example/x',
      '*** ****** b.example',
      ['masked', 'masked', 'link rewritten'],
    ],
  ])('together with others: %s', (_what, sent, arrived, expected) => {
    expect(kindsOf(sent, arrived)).toEqual(expected);
  });

  it('by the weightiest of several', () => {
    expect(classOf('See a.example/x', 'Ad: See b.example/y')).toBe('link rewritten');
    expect(classOf('Code 123456 & more', 'Ad: Code ****** &amp; more')).toBe('masked');
  });

  it('also where the code is missing, spelled differently or followed by what was added', () => {
    const sent = appendMessageCode('Hi Ann', CODE);
    for (const arrived of [
      'Ad: Hi Ann',
      `Ad: Hi Ann #${CODE.toLowerCase()}`,
      `Hi Ann #${CODE} Reply STOP`,
      `Hi Ann (end) #${CODE}`,
    ]) {
      expect(compareArrival(sent, arrived, CODE)).toBe('text added');
    }
  });
});

describe('a change that fits no kind is not named', () => {
  it.each([
    ['a replaced word', 'Hi Ann, come at 8', 'Hi Bob, come at 8'],
    ['an inserted word', 'Hi Ann, come at 8', 'Hi Ann, do come at 8'],
    ['a label and a replaced word', 'Hi Ann, come at 8', 'Ad: Hi Bob, come at 8'],
    ['another text', 'Hi Ann, come at 8', 'Your parcel is here'],
    ['a few words of a long text', 'Hi Ann, come at 8 and bring the red book', 'Ann, bring book'],
    ['a longer number', 'Pay 100 now', 'Pay 1000 now'],
    ['an escape of another character', 'A & B', 'A &lt; B'],
    ['one letter as a letter', 'The box', 'The bxx'],
  ])('%s', (_what, sent, arrived) => {
    expect(kindsOf(sent, arrived)).toEqual(['altered']);
  });
});
