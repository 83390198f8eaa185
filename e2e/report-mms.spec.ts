/** MMS through simulated carriers: what the report says of each file, as sent beside as received. */
import { expect, expectAccessible, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

test('CALL-17 each file of an MMS is told to be the same, transcoded or missing', async ({
  console: page,
  world: { request, ids },
}) => {
  // What the browser-tests scenario does to MMS: Avery's carrier leaves them, Harper's recodes, Jordan's strips them.
  const { testId } = await makePlannedTest(request, ids, {
    from: ['Oakland'],
    to: ['Avery', 'Harper', 'Jordan'],
    content: { messageType: 'MMS' },
    files: [{ name: 'storefront.png', mimeType: 'image/png', buffer: picture(1_200, 800) }],
  });
  await untilSettled(request, testId);
  await openReport(page, testId);
  for (const [phone, words] of [
    ['Avery', /Files arrived \(1\).*Arrived unchanged\./],
    [
      'Harper',
      /Recoded on the way from storefront\.png; it looks \d.* PNG, 1200 × 800, .* became JPEG, 640 × 427,/,
    ],
    ['Jordan', /Did not arrive: storefront\.png\./],
  ] as const) {
    const row = execution(page, 'Oakland', phone);
    const detail = await openExecution(page, row);
    await expect(detail).toContainText(words);
  }
  await expectAccessible(page);
});
