/** The request bodies of a draft. */
import { createTestBodySchema, updateTestBodySchema } from '@textprobe/contract/tests';
import { describe, expect, it } from 'vitest';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { type DirectoryLoader, toCreateBody, toUpdateBody } from './payload.ts';

const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...change });

const load: DirectoryLoader = {
  clientIds: async (partners) => (partners === 'all' ? [1, 2] : partners).map((id) => id * 10),
  officeIds: async (clients) => (clients === 'all' ? [] : clients).flatMap((id) => [id * 10, id * 10 + 1]),
};
const media = { name: 'cat.png', type: 'image/png', size: 3, width: 1, height: 1, originalUrl: null };
const chosen = draft({ messageBody: 'Hi', partners: [2], clients: [20], offices: [201], phones: [4, 1] });
const mms: Partial<Draft> = {
  messageType: 'MMS',
  kept: [{ ...media, url: '/api/media/1' }],
  links: ['https://pictures.example/dog.png'],
};
const NOW = '2026-11-21 10:00:00.000';

describe('a new test', () => {
  it('DATA-2 defaults to an immediate SMS with the chosen ids', async () => {
    const body = await toCreateBody(chosen, load);
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
      overlap: 'skip',
      executionStatus: 'UNEXECUTED',
    });
    expect(createTestBodySchema.safeParse(body).success).toBe(true);
  });

  it('EVIDENCE-5 sends chosen pairs in place of clients, offices and phones', async () => {
    const pairs = [{ officeID: 201, phoneID: 4 }];
    const body = await toCreateBody({ ...chosen, pairs }, load);
    const sent = { clientIDs: [], officeIDs: [], phoneIDs: [], pairs };
    expect(body).toMatchObject(sent);
    expect(createTestBodySchema.safeParse(body).success).toBe(true);
    const update = await toUpdateBody({ ...chosen, pairs }, load, NOW);
    expect(updateTestBodySchema.parse({ ...update, testId: 7 })).toMatchObject(sent);
  });

  it('DATA-2, CREATE-6 sends links and kept files for an MMS, neither for an SMS', async () => {
    const { mediaURLs } = await toCreateBody({ ...chosen, ...mms }, load);
    expect(mediaURLs).toEqual({ media: ['/api/media/1', 'https://pictures.example/dog.png'] });
    const asSms = await toCreateBody({ ...chosen, ...mms, messageType: 'SMS' }, load);
    expect(asSms.mediaURLs).toEqual({ media: [] });
  });

  it('DATA-2 sends a Los Angeles time for a scheduled test, a rule for a recurring one', async () => {
    const later = { ...chosen, testType: 'SCHEDULED', scheduledAt: '2026-12-01T08:05' } as const;
    expect(await toCreateBody(later, load)).toMatchObject({
      testType: 'SCHEDULED',
      scheduledTimestamp: '2026-12-01 08:05:00.000',
      recurrenceRule: {},
    });
    expect(await toCreateBody({ ...chosen, testType: 'RECURRING' }, load)).toMatchObject({
      testType: 'RECURRING',
      recurrenceRule: { interval: 1, frequency: 'days', time: '10:00' },
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

  it('CREATE-21 names every client of the chosen partners when no client is chosen, so that partner 1 is not the fallback', async () => {
    const body = await toCreateBody(draft({ partners: [1] }), load);
    expect(body).toMatchObject({ partnerIDs: [1], clientIDs: [10], officeIDs: [] });
  });
});

describe('an updated test', () => {
  it('DATA-3, UPDATE-11 sends wrapped ids, one partner, and the current time unless another is chosen', async () => {
    const body = await toUpdateBody({ ...chosen, ...mms, partners: [2, 1] }, load, NOW);
    expect(body).toEqual({
      testType: 'IMMEDIATE',
      messageType: 'MMS',
      scheduledTimestamp: NOW,
      partnerID: 2,
      clientIDs: { clientIDs: [20] },
      officeIDs: { officeIDs: [201] },
      phoneIDs: { phoneIDs: [4, 1] },
      messageBody: 'Hi',
      mediaURLs: { media: ['/api/media/1', 'https://pictures.example/dog.png'] },
      recurrenceRule: {},
      overlap: 'skip',
      testStatus: 'UNEXECUTED',
      executionStatus: 'UNEXECUTED',
    });
    expect(updateTestBodySchema.safeParse({ ...body, testId: 7 }).success).toBe(true);
  });

  it('DATA-3, CREATE-21 falls back to partner 1 for none and for all', async () => {
    expect((await toUpdateBody(draft({}), load, NOW)).partnerID).toBe(1);
    expect((await toUpdateBody(draft({ partners: 'all' }), load, NOW)).partnerID).toBe(1);
  });

  it('UPDATE-8 sends no time for a scheduled test whose time was cleared, so that the server rejects it', async () => {
    expect(
      (await toUpdateBody({ ...chosen, testType: 'SCHEDULED' }, load, NOW)).scheduledTimestamp,
    ).toBeNull();
  });

  it('REC-5, UPDATE-8 sends week of month and days of month for a recurring test', async () => {
    const recurrence = { ...EMPTY_DRAFT.recurrence, frequency: 'months' as const };
    const recurring = { ...chosen, testType: 'RECURRING' } as const;
    const byDay = await toUpdateBody(
      { ...recurring, recurrence: { ...recurrence, daysOfMonth: [15, 1] } },
      load,
      NOW,
    );
    expect(byDay.recurrenceRule).toMatchObject({ days_of_month: [1, 15] });
    const byWeek = { ...recurrence, daysOfWeek: ['MONDAY'] as const, weekOfMonth: 2 };
    const sent = await toUpdateBody({ ...recurring, recurrence: byWeek }, load, NOW);
    expect(sent.recurrenceRule).toMatchObject({ days_of_week: ['MONDAY'], week_of_month: 2 });
  });
});
