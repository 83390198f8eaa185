/** Creates recurring and scheduled tests, and MMS with files, over HTTP. */
import { crc32, deflateSync } from 'node:zlib';
import { type APIRequestContext, expect } from '@playwright/test';
import type { CreateTestBody, Test } from '@textprobe/contract/tests';
import { type DirectoryIds, idOf, type MadeTest, T } from './made-tests.ts';

interface PlannedTest extends MadeTest {
  /** Type, schedule, rule and other fields. */
  readonly content: CreateTestBody;
  readonly files?: readonly { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[];
}

export async function makePlannedTest(
  request: APIRequestContext,
  { offices, phones }: DirectoryIds,
  { from, to, body = 'Planned', content, files = [] }: PlannedTest,
): Promise<Test> {
  const token = await (await request.get('/api/csrf')).text();
  const form = new FormData();
  const whole: CreateTestBody = {
    partnerIDs: [1],
    officeIDs: from.map((name) => idOf(offices, name)),
    phoneIDs: to.map((name) => idOf(phones, name)),
    messageBody: body,
    ...content,
  };
  form.set('content', JSON.stringify(whole));
  for (const { name, mimeType, buffer } of files) {
    form.append('files', new File([new Uint8Array(buffer)], name, { type: mimeType }));
  }
  const answer = await request.post(`${T}/deliverabilitytest/create`, {
    headers: { 'X-XSRF-TOKEN': token },
    multipart: form,
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Test;
}

/** Daily at noon, starting far enough ahead that nothing runs during tests. */
export const DAILY_LATER = {
  testType: 'RECURRING',
  recurrenceRule: { frequency: 'days', interval: 1, start_date: '2099-01-05', time: '12:00' },
} as const satisfies CreateTestBody;

/** Every weekday morning from next week: a realistic rule for screenshots. */
export const WEEKDAYS_SOON = {
  testType: 'RECURRING',
  recurrenceRule: {
    frequency: 'weeks',
    interval: 1,
    days_of_week: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
    start_date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    time: '08:30',
  },
} as const satisfies CreateTestBody;

/** A valid PNG with a gradient. */
export function picture(width = 320, height = 240): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows[at] = 30 + Math.floor((150 * x) / width);
      rows[at + 1] = 110;
      rows[at + 2] = 90 + Math.floor((120 * y) / height);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel, RGB without alpha.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
