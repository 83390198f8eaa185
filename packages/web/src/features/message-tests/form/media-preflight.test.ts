import { preflightMms } from '@textprobe/domain/mms-preflight';
import { expect, test } from 'vitest';
import { fitWords, preflightWords } from './media-preflight.tsx';

const MB = 1_048_576;
const holiday = { name: 'holiday.mp4', size: 2.3 * MB };

function words(
  files: Parameters<typeof preflightMms>[0],
  carriers: string[],
  senders: string[] = [],
): string[] {
  return preflightMms(files, carriers, senders).map(preflightWords);
}

test('names the size, the carrier and the kind of sender of a file that is too large', () => {
  expect(words([holiday], ['AT&T', 'T-Mobile', 'Cricket'])).toEqual([
    'AT&T accepts at most 1 MB from a long code: holiday.mp4 (2.30 MB) may not be delivered.',
    'T-Mobile accepts at most 1.5 MB from a long code: holiday.mp4 (2.30 MB) may not be delivered.',
    'Cricket accepts about 600 kB from a long code: holiday.mp4 (2.30 MB) may not be delivered.',
  ]);
  expect(words([holiday], ['Verizon'], ['+18005550100'])).toEqual([
    'Verizon accepts about 600 kB from a toll-free number: holiday.mp4 (2.30 MB) may not be delivered.',
  ]);
});

test('gives the sum of files that are too large together, and only the number of many', () => {
  const half = (name: string) => ({ name, size: 0.7 * MB });
  expect(words([half('a'), half('b')], ['AT&T'])).toEqual([
    'AT&T accepts at most 1 MB from a long code: all files together (1.40 MB) may not be delivered.',
  ]);
  const large = ['a', 'b', 'c', 'd'].map((name) => ({ name, size: 1.2 * MB }));
  expect(words(large, [''])).toEqual([
    'An unknown carrier accepts about 600 kB from a long code: 4 files may not be delivered.',
  ]);
});

test('warns of a message too large for all providers, and of links without a known size', () => {
  expect(
    words(
      [
        { name: 'a', size: 6 * MB },
        { name: 'l', size: null },
      ],
      [],
    ),
  ).toEqual([
    'Providers accept at most 5 MB per message. At 6.00 MB, this one may be rejected.',
    'The linked file is not counted: its size is unknown until it is fetched.',
  ]);
});

test('names the carriers that accept the message', () => {
  expect(fitWords(['AT&T'])).toBe('AT&T accepts this size.');
  expect(fitWords(['AT&T', 'Verizon', ''])).toBe('AT&T, Verizon, and an unknown carrier accept this size.');
});
