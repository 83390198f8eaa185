/** Returning through cursor pages. */
import { expect, it } from 'vitest';
import { readTrail } from './logs.tsx';

it.each([
  [null, { trail: ['left over'] }, []],
  ['b', { trail: [null, 'a'] }, [null, 'a']],
  ['b', null, null],
  ['b', { trail: 'a' }, null],
  ['b', { trail: [7] }, null],
])('the trail of the page at %j with the state %j is %j', (cursor, state, trail) => {
  expect(readTrail(cursor, state)).toEqual(trail);
});
