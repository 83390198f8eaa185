import { describe, expect, it } from 'vitest';
import { compareArrival } from './comparison.ts';
import { appendMessageCode } from './message-code.ts';

const CODE = 'J7ABC0DEF1G';
const BODY = 'Café open\nuntil 8';
const SENT = appendMessageCode(BODY, CODE);

describe('SERVER-1 the code is taken into account when what arrived is compared', () => {
  it.each([
    ['the same text', SENT],
    ['white space at its end', `${SENT} \r\n`],
    ['other line endings', SENT.replace('\n', '\r\n')],
    ['the accent as a code point of its own', SENT.normalize('NFD')],
    ['its code in lower case', appendMessageCode(BODY, CODE.toLowerCase())],
    ['a doubled space before the code', SENT.replace(' #', '  #')],
  ])('SERVER-1 calls it intact with %s', (_how, arrived) => {
    expect(compareArrival(SENT, arrived, CODE)).toBe('intact');
    expect(compareArrival(BODY, arrived, CODE)).toBe('intact');
  });

  it.each([
    ['another letter', SENT.replace('é', 'e')],
    ['a word less', SENT.replace('open', '')],
    ['words added behind the code', `${SENT} Reply STOP to end`],
    ['words added before', `Ad: ${SENT}`],
    ['a space more within', SENT.replace(' open', '  open')],
    ['no code', BODY.slice(1)],
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

  it('SERVER-1 calls an empty body intact when # and the code arrive', () => {
    const sent = appendMessageCode('', CODE);
    expect(compareArrival(sent, sent, CODE)).toBe('intact');
    expect(compareArrival(sent, CODE, CODE)).toBe('unknown');
    expect(compareArrival(sent, `Ad #${CODE}`, CODE)).toBe('altered');
  });
});
