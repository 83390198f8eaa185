/** MMS through simulated carriers: the report compares each sent file with the received one. */
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

test('CALL-17 reports each file of an MMS as the same, damaged, transcoded or missing', async ({
  console: page,
  world: { request, ids },
}) => {
  // The browser-tests scenario: Avery's carrier keeps files unchanged, Devon's truncates, Harper's transcodes, Jordan's
  // removes them.
  const { testId } = await makePlannedTest(request, ids, {
    from: ['Oakland'],
    to: ['Avery', 'Devon', 'Harper', 'Jordan'],
    content: { messageType: 'MMS' },
    files: [{ name: 'storefront.png', mimeType: 'image/png', buffer: picture(1_200, 800) }],
  });
  await untilSettled(request, testId);
  await openReport(page, testId);
  for (const [phone, inShort, words] of [
    ['Avery', null, /Files arrived \(1\).*Arrived unchanged\./],
    ['Devon', '1 file damaged', /Damaged in transit from storefront\.png: it cannot be opened\./],
    [
      'Harper',
      '1 file recoded',
      /Recoded in transit from storefront\.png, \d.* PNG, 1200 × 800, .* became JPEG, 640 × 427,/,
    ],
    ['Jordan', '1 file missing', /Did not arrive: storefront\.png\./],
  ] as const) {
    const row = execution(page, 'Oakland', phone);
    const files = row.locator('[data-side="files"]');
    if (inShort === null) await expect(files).toHaveCount(0);
    else await expect(files).toHaveText(inShort);
    const detail = await openExecution(page, row);
    await expect(detail).toContainText(' · MMS');
    await expect(detail).toContainText(words);
  }
  await expectAccessible(page);
});
