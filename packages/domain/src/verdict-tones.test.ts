import { expect, test } from 'vitest';
import { countVerdicts } from './verdict-tones.ts';

test('verdicts are counted in order, and unused ones are left out', () => {
  const logs = (['lost', 'confirmed', 'lost', 'in transit'] as const).map((verdict) => ({ verdict }));
  expect(countVerdicts(logs)).toEqual([
    { verdict: 'confirmed', count: 1 },
    { verdict: 'lost', count: 2 },
    { verdict: 'in transit', count: 1 },
  ]);
});
