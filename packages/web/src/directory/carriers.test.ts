/** The carriers to choose from. */
import { expect, it } from 'vitest';
import { carrierChoices } from './carriers.ts';

it('ANALYTICS-5 offers AT&T, Verizon, T-Mobile and every carrier of the directory, without duplicates', () => {
  expect(carrierChoices(['verizon', 'Orange', 'Bell', 'Orange', ''], undefined)).toEqual([
    'AT&T',
    'Verizon',
    'T-Mobile',
    'Bell',
    'Orange',
  ]);
  expect(carrierChoices([], 'Gone Mobile')).toEqual(['AT&T', 'Verizon', 'T-Mobile', 'Gone Mobile']);
});
