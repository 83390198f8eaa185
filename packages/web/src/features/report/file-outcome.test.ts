import type { ArrivedFile } from '@textprobe/contract/media';
import { expect, test } from 'vitest';
import { outcomeWords } from './file-outcome.ts';

const sent = {
  url: '/api/media/1',
  name: 'cat.png',
  type: 'image/png',
  size: 300_000,
  width: 1_200,
  height: 800,
  originalUrl: null,
};

function wordsOf(comparison: ArrivedFile['comparison']): string {
  const facts = { type: 'image/jpeg', size: 30_720, width: 640, height: 427 };
  return outcomeWords({ url: '/api/media/2', name: '0.jpg', ...facts, comparison });
}

test('describes a recoded picture by format, dimensions and size before and after, and how different it looks', () => {
  expect(wordsOf({ outcome: 'transcoded', sent, difference: 0.023 })).toBe(
    'Recoded in transit from cat.png, 2.3% different in appearance. ' +
      'PNG, 1200 × 800, 0.29 MB became JPEG, 640 × 427, 30 kB.',
  );
});

test('leaves out what was not measured or no longer exists', () => {
  const film = { ...sent, name: 'dog.mp4', type: 'video/mp4', width: null, height: null };
  expect(wordsOf({ outcome: 'transcoded', sent: film, difference: null })).toContain(
    'from dog.mp4. MP4, 0.29 MB became',
  );
  expect(wordsOf({ outcome: 'transcoded', sent: null, difference: null })).toBe('Recoded in transit.');
  expect(wordsOf(null)).toBe('Not compared yet.');
  expect(wordsOf({ outcome: 'not-compared', sent: null, difference: null })).toBe(
    'This file could not be compared.',
  );
});

test('describes a damaged file by what was sent and how it is damaged', () => {
  expect(wordsOf({ outcome: 'damaged', sent, difference: null })).toBe(
    'Damaged in transit from cat.png: it cannot be opened. PNG, 1200 × 800, 0.29 MB became JPEG, 640 × 427, 30 kB.',
  );
  expect(wordsOf({ outcome: 'damaged', sent, difference: 0.4 })).toContain(
    'Damaged in transit from cat.png: 40.0% different in appearance.',
  );
  expect(wordsOf({ outcome: 'other kind', sent, difference: null })).toContain(
    'Another kind of file arrived in place of cat.png. PNG',
  );
  const film = {
    url: '/api/media/3',
    name: '1.mp4',
    type: 'video/mp4',
    size: 30_720,
    width: null,
    height: null,
  };
  expect(outcomeWords({ ...film, comparison: { outcome: 'damaged', sent: null, difference: null } })).toBe(
    'Damaged in transit: it is truncated or has a different length.',
  );
});
