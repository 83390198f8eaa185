import { describe, expect, it } from 'vitest';
import { compareArrival, examineArrival } from './comparison.ts';
import { appendMessageCode } from './message-code.ts';
import { splitSegments } from './segments.ts';

const CODE = 'J7ABC0DEF1G';
const BODY = 'Café open\nuntil 8';
const SENT = appendMessageCode(BODY, CODE);

describe('SERVER-1 arrivals are compared with the code taken into account', () => {
  it('SERVER-1 calls it identical with the same code points, with or without its code', () => {
    for (const sent of [SENT, BODY]) {
      expect(compareArrival(sent, SENT, CODE)).toBe('identical');
      expect(compareArrival(sent, BODY, CODE)).toBe('identical');
    }
  });

  it.each([
    ['whitespace at its end', `${SENT} \r\n`],
    ['different line endings', SENT.replace('\n', '\r\n')],
    ['the accent as a separate code point', SENT.normalize('NFD')],
    ['its code in lower case', appendMessageCode(BODY, CODE.toLowerCase())],
    ['a doubled space before the code', SENT.replace(' #', '  #')],
  ])('SERVER-1 calls it equivalent with %s', (_how, arrived) => {
    expect(compareArrival(SENT, arrived, CODE)).toBe('equivalent');
    expect(compareArrival(BODY, arrived, CODE)).toBe('equivalent');
  });

  it.each([
    ['another letter', SENT.replace('o', 'a')],
    ['another word', SENT.replace('open', 'closed')],
    ['words inserted in the middle', SENT.replace('open', 'never open')],
    ['the middle of a longer word', `x${SENT}`],
    ['accents that were not sent', SENT.replace('until', 'ùntil')],
  ])('SERVER-1 calls it altered with %s', (_how, arrived) => {
    expect(compareArrival(SENT, arrived, CODE)).toBe('altered');
  });

  it('SERVER-1 calls it unknown when the handset reported no text, or the bare code', () => {
    expect(compareArrival(SENT, null, CODE)).toBe('unknown');
    expect(compareArrival(SENT, CODE, CODE)).toBe('unknown');
    expect(compareArrival(SENT, `#${CODE}\n`, CODE)).toBe('unknown');
    expect(compareArrival(SENT, `${CODE.slice(0, 4)}\n${CODE.slice(4)}`, CODE)).toBe('unknown');
    expect(compareArrival(SENT, '', CODE)).toBe('unknown');
  });

  it('SERVER-1 calls an empty body identical when # and the code arrive', () => {
    const sent = appendMessageCode('', CODE);
    expect(compareArrival(sent, sent, CODE)).toBe('identical');
    expect(compareArrival(sent, CODE, CODE)).toBe('unknown');
    expect(compareArrival(sent, '', CODE)).toBe('unknown');
    expect(compareArrival(sent, `Ad #${CODE}`, CODE)).toBe('text added');
  });
});

describe('a text after a character set conversion', () => {
  const reencoded = (sent: string, arrived: string) => {
    const found = examineArrival(appendMessageCode(sent, CODE), appendMessageCode(arrived, CODE), CODE);
    if (!('losses' in found)) return found.comparison;
    return found.losses.map((loss) => `${loss.sent}→${loss.arrived} ${loss.kind} ${loss.count}`);
  };

  it.each([
    ['an emoji as a question mark', 'Hi 👋 Ann', 'Hi ? Ann', ['👋→? lost 1']],
    ['one for each half', 'Hi 👋 Ann', 'Hi ?? Ann', ['👋→?? lost 1']],
    ['one for each byte', 'Hi 👋 Ann', 'Hi ???? Ann', ['👋→???? lost 1']],
    ['an emoji dropped', 'Hi 👋 Ann', 'Hi  Ann', ['👋→ lost 1']],
    ['an emoji dropped at the end', 'Hi Ann 👋', 'Hi Ann', ['👋→ lost 1']],
    ['a replacement character', 'Zoë', 'Zo\uFFFD', ['ë→\uFFFD lost 1']],
    [
      'accents lost',
      'résumé – naïve',
      'resume - naive',
      ['é→e accent 2', '–→- look-alike 1', 'ï→i accent 1'],
    ],
    ['another accent, one that GSM 03.38 has', 'más', 'màs', ['á→à accent 1']],
    [
      'straight quotes beside a lost accent',
      '“Zoë”',
      '"Zoe"',
      ['“→" look-alike 1', 'ë→e accent 1', '”→" look-alike 1'],
    ],
    ['UTF-8 read as Latin-1', 'Café', 'CafÃ©', ['é→Ã© misread 1']],
    ['UTF-8 read as Windows-1252', 'It’s', 'Itâ€™s', ['’→â€™ misread 1']],
    ['GSM 03.38 read as Latin-1', 'a@b_c', 'a\uFFFDb\u0011c', ['@→\uFFFD misread 1', '_→\u0011 misread 1']],
    ['Latin-1 read as GSM 03.38', 'a@b[c', 'a¡bÄc', ['@→¡ misread 1', '[→Ä misread 1']],
    [
      'the escape of an extension ignored',
      '{5 €}',
      '(5 e)',
      ['{→( misread 1', '€→e look-alike 1', '}→) misread 1'],
    ],
    ['UCS-2 read as Latin-1', 'Hi', '\uFFFDH\uFFFDi', ['H→\uFFFDH misread 1', 'i→\uFFFDi misread 1']],
    ['bytes of UCS-2 swapped', 'Hi', '\u4800\u6900', ['H→\u4800 misread 1', 'i→\u6900 misread 1']],
    [
      'a family of emoji as one placeholder',
      'the 👨‍👩‍👧 came',
      'the ? came',
      expect.arrayContaining([expect.stringContaining('lost')]),
    ],
    [
      'Greek and Cyrillic look-alikes',
      'ΑΒ сор',
      'AB cop',
      expect.arrayContaining(['Α→A look-alike 1', 'с→c look-alike 1']),
    ],
  ])('is distinguished from other changes: %s', (_how, sent, arrived, expected) => {
    expect(reencoded(sent, arrived)).toEqual(expected);
  });

  it.each([
    ['a plain letter as a question mark', 'Hi Ann', 'Hi A?n'],
    ['an emoji and a word dropped', 'Hi 👋 Ann', 'Hi '],
    ['an accent lost and a word added', 'Café now', 'Cafe right now'],
  ])('is not mistaken for a conversion: %s', (_how, sent, arrived) => {
    expect(['altered', 'truncated']).toContain(reencoded(sent, arrived));
  });
});

describe('a text that was cut', () => {
  it.each([
    ['with its code reported separately', 'Café op', 7, 30],
    ['with its code kept at the end', `Café op #${CODE}`, 7, 17],
    ['with an ellipsis instead of the rest', 'Café op…', 7, 30],
    ['with three full stops', 'Café op...', 7, 30],
    ['inside its code', `${BODY} #J7AB`, 23, 30],
    ['inside a character', 'Caf\uFFFD', 3, 30],
  ])('%s, counts what is left', (_how, arrived, kept, of) => {
    expect(examineArrival(SENT, arrived, CODE)).toEqual({ comparison: 'truncated', kept, of });
  });

  it('is not mistaken for one that ends with an ellipsis of its own', () => {
    expect(compareArrival(`Wait… #${CODE}`, `Wait... #${CODE}`, CODE)).toBe('cosmetic');
  });
});

describe('a long message that was joined wrongly', () => {
  const body = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const sent = appendMessageCode(body, CODE);
  const parts = splitSegments(sent);
  const [first = '', second = '', third = ''] = parts;
  const order = (arrived: string) => {
    const found = examineArrival(sent, arrived, CODE);
    return found.comparison === 'joined wrongly' ? found.order : found.comparison;
  };

  it('has three parts', () => expect(parts).toHaveLength(3));

  it.each([
    ['swapped', second + first + third, [2, 1, 3]],
    ['missing at the start', second + third, [2, 3]],
    ['missing in the middle', first + third, [1, 3]],
    ['alone', third, [3]],
    ['doubled', first + first + second + third, [1, 1, 2, 3]],
    ['in reverse order, whitespace at the end lost', third + second + first.trimEnd(), [3, 2, 1]],
  ])('has its parts %s', (_how, arrived, expected) => {
    expect(order(arrived)).toEqual({ parts: 3, arrived: expected, faults: [] });
  });

  it.each([
    ['a space between its parts', `${first} ${second} ${third}`, 'spaced'],
    ['counters before its parts', `(1/3) ${first}(2/3) ${second}(3/3) ${third}`, 'counters'],
    ['counters behind its parts', `${first}(1/3)${second}(2/3)${third}(3/3)`, 'counters'],
    ['bare counters before its parts', `1/3 ${first}2/3 ${second}3/3 ${third}`, 'counters'],
  ])('is named by %s', (_what, arrived, fault) => {
    expect(order(arrived)).toEqual({ parts: 3, arrived: [1, 2, 3], faults: [fault] });
  });

  it.each([
    ['an 8-bit reference, its code kept together', 'é', 300, 153, 301],
    ['an 8-bit reference, its code cut', 'é', 300, 153, 306],
    ['a 16-bit reference, its code kept together', 'é', 298, 152, 299],
    ['a 16-bit reference, its code cut', 'é', 298, 152, 304],
    ['an 8-bit reference in UCS-2', 'ш', 130, 67, 131],
    ['a 16-bit reference in UCS-2', 'ш', 128, 66, 132],
    ['a 16-bit reference in Latin-1', 'ç', 262, 133, 266],
  ])('is recognized by cuts for %s', (_what, letter, length, one, two) => {
    const whole = appendMessageCode(`${letter}${'abcdefghi '.repeat(40)}`.slice(0, length), CODE);
    const arrived = whole.slice(one, two) + whole.slice(0, one) + whole.slice(two);
    expect(examineArrival(whole, arrived, CODE)).toMatchObject({ order: { parts: 3, arrived: [2, 1, 3] } });
  });

  it('is named by a space lost between its parts', () => {
    const whole = appendMessageCode(`${'a'.repeat(152)} ${'b'.repeat(153)} ${'c'.repeat(20)}`, CODE);
    const order = { parts: 3, arrived: [1, 2, 3], faults: ['trimmed'] };
    expect(examineArrival(whole, whole.replaceAll(/ (?!#)/g, ''), CODE)).toMatchObject({ order });
  });

  it.each([
    ['decoded as GSM 03.38', (part: number) => `é@¥A¥${'@£$¥'[part]}`],
    [
      'decoded as Latin-1, without U+0000',
      (part: number) => `\u0005\uFFFD\u0003A\u0003${String.fromCharCode(part)}`,
    ],
    ['of 16 bits', (part: number) => `\u0006\b\u0004AB\u0003${String.fromCharCode(part)}`],
  ])('shows the headers of its parts as text, %s', (_how, header) => {
    const arrived = parts.map((part, index) => header(index + 1) + part).join('');
    expect(order(arrived)).toEqual({ parts: 3, arrived: [1, 2, 3], faults: ['headers'] });
    expect(order(header(3) + third)).toEqual({ parts: 3, arrived: [3], faults: ['headers'] });
  });

  it('counts as cut when its last parts are missing, and as altered when something else changed too', () => {
    expect(order(first)).toBe('truncated');
    expect(order(first + second)).toBe('truncated');
    expect(order(second + first.replace('word3', 'word8') + third)).toBe('altered');
  });
});
