/** MMS through simulated carriers: what the report says of each file, as sent beside as received. */
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

test('CALL-17 each file of an MMS is told to be the same, damaged, transcoded or missing', async ({
  console: page,
  world: { request, ids },
}) => {
  // What the browser-tests scenario does to MMS: Avery's carrier leaves them, Devon's cuts, Harper's recodes, Jordan's
  // strips them.
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
