/** MMS through simulated carriers: the report compares each sent file with the received one. */
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import { execution, executions, openExecution, openReport } from './report-screen.ts';

test('CALL-17 EVIDENCE-1 reports each file of an MMS as the same, damaged, transcoded or missing, with a verdict that covers it', async ({
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
  for (const [phone, verdict, inShort, words, sentence] of [
    [
      'Avery',
      'confirmed',
      null,
      /Files arrived \(1\).*Arrived unchanged\./,
      'Identical. Text, sender and files arrived as they were sent.',
    ],
    [
      'Devon',
      'altered',
      '1 file damaged',
      /Damaged in transit from storefront\.png: it cannot be opened\./,
      'The handset received the message, but 1 of 1 file is damaged.',
    ],
    [
      'Harper',
      'confirmed',
      '1 file recoded',
      /Recoded in transit from storefront\.png, \d.* PNG, 1200 × 800, .* became JPEG, 640 × 427,/,
      'Text identical. Every character of the text arrived as it was sent.',
    ],
    [
      'Jordan',
      'altered',
      '1 file missing',
      /Did not arrive: storefront\.png\./,
      // This carrier also adds a mark to the text.
      'The handset received the message, but its text is not what was sent, and 1 of 1 file is missing.',
    ],
  ] as const) {
    const row = execution(page, 'Oakland', phone);
    const files = row.locator('[data-side="files"]');
    if (inShort === null) await expect(files).toHaveCount(0);
    else await expect(files).toHaveText(inShort);
    const detail = await openExecution(page, row);
    await expect(detail).toContainText(' · MMS');
    await expect(detail).toContainText(words);
    await expect(detail).toContainText(sentence);
    await detail.getByText(`Why “${verdict}”?`).click();
    await expect(detail).toContainText(`So the verdict is ${verdict}.`);
  }
  // Two of the four arrived with text, sender and files unaltered.
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText(
    'Unaltered rate50%2 unaltered ÷ 4 compared',
  );
  const byFiles = page.getByRole('group', { name: 'Show executions by what became of their files' });
  await byFiles.getByRole('button', { name: /^files missing/ }).click();
  await expect(executions(page)).toHaveCount(1);
  await expect(page).toHaveURL(/files=missing/);
  await expectAccessible(page);
});
