/** Reassembly of long messages, as on a handset. */
import { describe, expect, it } from 'vitest';
import { parseConcatenation } from './concatenation.ts';
import { type ArrivingPart, createPartJoiner } from './part-joiner.ts';
import { splitMessage } from './split-message.ts';

const source = '+12025550100';

function partsOf(text: string, ref: number): ArrivingPart[] {
  return splitMessage(text, ref).map((part) => {
    const concatenation = parseConcatenation(part);
    return {
      source,
      concatenation,
      payload: concatenation?.payload ?? part.shortMessage,
      dataCoding: part.dataCoding,
    };
  });
}

const LONG = `${'Grüße aus €uropa [1] '.repeat(20)}#END`;

describe('part joiner', () => {
  it('ignores a duplicate part', () => {
    const joiner = createPartJoiner();
    const [first, ...rest] = partsOf(LONG, 7) as [ArrivingPart, ...ArrivingPart[]];
    const joined = [first, first, ...rest].flatMap((part) => joiner.add(part) ?? []);
    expect(joined.map(({ text }) => text)).toEqual([LONG]);
    expect(joined[0]?.parts).toHaveLength(1 + rest.length);
    expect(joined[0]?.parts.join('')).toBe(LONG);
  });

  it('keeps messages with other references and senders apart', () => {
    const joiner = createPartJoiner();
    const other = LONG.replaceAll('1', '2');
    const mixed = [
      partsOf(LONG, 1),
      partsOf(other, 2),
      partsOf(LONG, 1).map((part) => ({ ...part, source: '+1999' })),
    ];
    const [a, b, c] = mixed as [ArrivingPart[], ArrivingPart[], ArrivingPart[]];
    const joined = a
      .flatMap((part, index) => [part, b[index], c[index]])
      .flatMap((part) => joiner.add(part as ArrivingPart) ?? []);
    expect(joined.map(({ text }) => text)).toEqual([LONG, other, LONG]);
  });

  it('starts over when a reference is reused before the earlier message was complete', () => {
    const joiner = createPartJoiner();
    const next = LONG.replaceAll('Grüße', 'Bisou');
    joiner.add(partsOf(LONG, 7)[0] as ArrivingPart);
    expect(
      partsOf(next, 7)
        .map((part) => joiner.add(part))
        .at(-1)?.text,
    ).toBe(next);
  });

  it('returns the parts it joined, even one left over from another message', () => {
    const joiner = createPartJoiner();
    const [a, b] = ['a', 'b'].map((letter) => partsOf(letter.repeat(200), 7)) as [
      ArrivingPart[],
      ArrivingPart[],
    ];
    joiner.add(a[1] as ArrivingPart);
    expect(joiner.add(b[0] as ArrivingPart)?.of).toEqual([b[0], a[1]]);
  });

  it('restores a character that is split between two parts', () => {
    const octets = Buffer.from('a👍', 'utf16le').swap16();
    const joiner = createPartJoiner();
    const halves = [octets.subarray(0, 4), octets.subarray(4)].map((payload, index) => ({
      source,
      concatenation: { ref: 1, total: 2, part: index + 1 },
      payload,
      dataCoding: 8,
    }));
    expect(halves.map((part) => joiner.add(part)?.text ?? null)).toEqual([null, 'a👍']);
  });
});
