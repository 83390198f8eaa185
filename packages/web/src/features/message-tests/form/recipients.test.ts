/** Which clients and offices send. */
import { expect, it } from 'vitest';
import type { Office } from '../../../api/normalize.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { sendingClientIds, sendingOffices } from './use-recipients.ts';

const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...change });

function office(id: number, clientId = 21): Office {
  const phoneNumber = `+1555201${id}`;
  return { id, name: `Office ${id}`, clientId, phoneNumber, managerFirstName: 'Mei', managerLastName: 'Lin' };
}

it('CREATE-21 every office of the chosen clients sends when no office is chosen', () => {
  const loaded = [office(1), office(2)];
  expect(sendingOffices(draft({ partners: [2], clients: [21] }), loaded)).toEqual(loaded);
  expect(sendingOffices(draft({ partners: [2], clients: [21], offices: [2] }), loaded)).toEqual([loaded[1]]);
});

it('CREATE-21 every client of the chosen partners sends when no client is chosen', () => {
  expect(sendingClientIds(draft({ partners: [2] }), [21, 22])).toEqual([21, 22]);
  expect(sendingClientIds(draft({ partners: [1, 2] }), [11, 21])).toEqual([11, 21]);
  expect(sendingClientIds(draft({ partners: [2], clients: [22] }), [21, 22])).toEqual([22]);
  expect(sendingClientIds(draft({ partners: 'all', clients: 'all' }), [11, 21])).toBe('all');
});

it('CREATE-21 no client sends while no partner is chosen', () => {
  expect(sendingClientIds(draft({}), [11])).toEqual([]);
  expect(sendingClientIds(draft({ partners: [1] }), [11, 12])).toEqual([11, 12]);
});
