/** What a found office adds to the recipients. */
import type { FoundEntry } from '@textprobe/contract/directory';
import { expect, it } from 'vitest';
import { addedWords, withOffice } from './recipient-choice.ts';

const downtown: FoundEntry = {
  id: 210,
  name: 'Downtown',
  parents: ['Acme Retail', 'Acme'],
  parentIds: [21, 2],
  isRetired: false,
};

it('EVIDENCE-7 adds the office with its client and partner; All stays All, and the words say what that adds', () => {
  const added = (partners: 'all' | number[], clients: 'all' | number[], offices: 'all' | number[]) => {
    const before = { partners, clients, offices };
    return [...Object.values(withOffice(before, downtown)), addedWords(before, downtown)];
  };
  expect(added([], [], [])).toEqual([[2], [21], [210], 'Added Downtown (Acme Retail, Acme)']);
  expect(added([1], [], [])).toEqual([[1, 2], [21], [210], 'Added Downtown (Acme Retail, Acme)']);
  expect(added([2], 'all', [9])).toEqual([[2], 'all', [9, 210], 'Added Downtown (Acme Retail, Acme)']);
  expect(added([2], [21], [210])).toEqual([
    [2],
    [21],
    [210],
    'Downtown (Acme Retail, Acme) is already chosen',
  ]);
  expect(added([2], [20], 'all')).toEqual([
    [2],
    [20, 21],
    'all',
    'Added all offices of Acme Retail (Acme), because Office is set to All',
  ]);
  expect(added([1], 'all', 'all')).toEqual([
    [1, 2],
    'all',
    'all',
    'Added all offices of Acme, because Client and Office are set to All',
  ]);
  expect(added('all', 'all', 'all')).toEqual([
    'all',
    'all',
    'all',
    'Downtown (Acme Retail, Acme) is already chosen: Office is set to All',
  ]);
});
