import type { ArrivedFile } from '@textprobe/contract/media';
import { expect, test } from 'vitest';
import { outcomeOf } from './file-outcome.ts';

const sent = {
  url: '/api/media/1',
  name: 'cat.png',
  type: 'image/png',
  size: 300_000,
  width: 1_200,
  height: 800,
  originalUrl: null,
};

function arrived(comparison: ArrivedFile['comparison']): ArrivedFile {
  const facts = { type: 'image/jpeg', size: 30_720, width: 640, height: 427 };
  return { url: '/api/media/2', name: '0.jpg', ...facts, comparison };
}

const detailOf = (difference: number | null) =>
  outcomeOf(arrived({ outcome: 'transcoded', sent, difference }))?.detail;

test('a transcoded picture is told with format, dimensions and size before and after, and how different it looks', () => {
  expect(detailOf(0.02)).toBe(
    'PNG, 1200 × 800, 0.29 MB became JPEG, 640 × 427, 30 kB. They look 2 % different.',
  );
  expect(detailOf(0.004)).toContain('They look the same.');
  expect(detailOf(null)).toContain('was not measured');
});

test('each outcome has a word and a tone of its own; nothing is said before anybody has looked', () => {
  const words = (['identical', 'transcoded', 'damaged', 'unexpected'] as const).map((outcome) => {
    const said = outcomeOf(arrived({ outcome, sent: null, difference: null }));
    return `${said?.tone}: ${said?.word}`;
  });
  expect(words).toEqual([
    'arrived: Same bytes',
    'doubtful: Transcoded',
    'failed: Damaged',
    'doubtful: Unexpected',
  ]);
  expect(outcomeOf(arrived(null))).toBeNull();
});
