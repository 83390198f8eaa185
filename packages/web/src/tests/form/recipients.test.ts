/** Who sends, and what goes on the wire. */
import { describe, expect, it } from 'vitest';
import type { Office } from '../../directory/normalise.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { type DirectoryLoader, sendingClientIds, sendingOffices, toCreateBody } from './recipients.ts';

const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...change });

function office(id: number, clientId = 21): Office {
  const phoneNumber = `+1555201${id}`;
  return { id, name: `Office ${id}`, clientId, phoneNumber, managerFirstName: 'Mei', managerLastName: 'Lin' };
}

const load: DirectoryLoader = {
  partnerIds: async () => [1, 2],
  clientIds: async (partners) => partners.map((id) => id * 10),
  officeIds: async (clients) => clients.flatMap((id) => [id * 10, id * 10 + 1]),
};

describe('who sends', () => {
  it('CREATE-21 is every office of the chosen clients when no office is chosen', () => {
    const loaded = [office(1), office(2)];
    expect(sendingOffices(draft({ partners: [2], clients: [21] }), loaded)).toEqual(loaded);
    expect(sendingOffices(draft({ partners: [2], clients: [21], offices: [2] }), loaded)).toEqual([
      loaded[1],
    ]);
  });

  it('CREATE-21 is every client of the chosen partners when no client is chosen', () => {
    expect(sendingClientIds(draft({ partners: [2] }), [21, 22])).toEqual([21, 22]);
    expect(sendingClientIds(draft({ partners: [1, 2] }), [11, 21])).toEqual([11, 21]);
    expect(sendingClientIds(draft({ partners: [2], clients: [22] }), [21, 22])).toEqual([22]);
    expect(sendingClientIds(draft({ partners: 'all', clients: 'all' }), [11, 21])).toEqual([11, 21]);
  });

  it('CREATE-21 is nobody as long as no partner is chosen', () => {
    expect(sendingClientIds(draft({}), [11])).toEqual([]);
    expect(sendingClientIds(draft({ partners: [1] }), [11, 12])).toEqual([11, 12]);
  });
});

describe('on the wire', () => {
  it('DATA-2 sends an immediate SMS with the chosen ids', async () => {
    const body = await toCreateBody(
      draft({ messageBody: 'Hi', partners: [2], clients: [20], offices: [201], phones: [4, 1] }),
      load,
    );
    expect(body).toEqual({
      testType: 'IMMEDIATE',
      messageType: 'SMS',
      scheduledTimestamp: null,
      partnerIDs: [2],
      clientIDs: [20],
      officeIDs: [201],
      phoneIDs: [4, 1],
      messageBody: 'Hi',
      mediaURLs: { media: [] },
      recurrenceRule: {},
      executionStatus: 'UNEXECUTED',
    });
  });

  it('CREATE-21 falls back to partner 1 for none and for all, and expands all clients and offices', async () => {
    const all = await toCreateBody(draft({ partners: 'all', clients: 'all', offices: 'all' }), load);
    expect(all).toMatchObject({ partnerIDs: [1], clientIDs: [10, 20], officeIDs: [100, 101, 200, 201] });
    const none = await toCreateBody(draft({}), load);
    expect(none).toMatchObject({ partnerIDs: [1], clientIDs: [], officeIDs: [] });
  });

  it('CREATE-21 expands all offices of the clients that were chosen', async () => {
    const body = await toCreateBody(draft({ partners: [2], clients: [20], offices: 'all' }), load);
    expect(body).toMatchObject({ partnerIDs: [2], clientIDs: [20], officeIDs: [200, 201] });
  });

  it('CREATE-21 names every client of the chosen partners when no client is chosen, so that partner 1 alone is taken at its word', async () => {
    const body = await toCreateBody(draft({ partners: [1] }), load);
    expect(body).toMatchObject({ partnerIDs: [1], clientIDs: [10], officeIDs: [] });
  });
});
