/** Create Test: message, placeholders, emoji and preview. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, test } from './console.ts';
import { bubble, choose, createButton, messageBox, openCreateTest } from './create-form.ts';

/** Stands for the unique code of each message. */
const CODE = ' #XXXXXXXXXXX';

function emojiButton(page: Page) {
  return page.getByRole('button', { name: 'Emoji', exact: true });
}

function emojiPicker(page: Page) {
  return page.getByRole('dialog', { name: 'Emoji' });
}

/** Types a text and moves the cursor after its first characters. */
async function typeWithCursorAt(page: Page, text: string, cursor: number): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('ControlOrMeta+Home');
  for (let at = 0; at < cursor; at += 1) await messageBox(page).press('ArrowRight');
}

test.beforeEach(({ console: page }) => openCreateTest(page));

test('CREATE-1, CREATE-2 the empty form: its sections, SMS by default, and an example in the preview, marked as not sent', async ({
  console: page,
}) => {
  await test.step('CREATE-1 has the title Create Test, the sections for an SMS and both buttons', async () => {
    await expect(page).toHaveTitle(/^Create Test/);
    for (const section of ['Message', 'Client Details', 'Phone Numbers', 'Schedule']) {
      await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'Multimedia Links' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeEnabled();
    await expect(createButton(page)).toHaveText('Create Test');
  });
  await test.step('CREATE-2 SMS or MMS, SMS by default, written in a box of six rows', async () => {
    const kinds = page.getByRole('radiogroup', { name: 'Message type' }).getByRole('radio');
    await expect(kinds).toHaveCount(2);
    await expect(page.getByRole('radio', { name: 'SMS', exact: true })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'MMS', exact: true })).not.toBeChecked();
    await expect(messageBox(page)).toHaveAttribute('rows', '6');
    await expect(messageBox(page)).toBeFocused();
  });
  await test.step('CREATE-2 without a message the preview shows an example, marked as not sent', async () => {
    const preview = page.getByRole('complementary', { name: 'Preview' });
    const example = preview.getByRole('figure', { name: 'Example, not sent' });
    await expect(example.getByRole('paragraph')).toHaveText(
      `Hi Avery, Bayview Dental has moved your visit to 9:30. Reply C to confirm.${CODE}`,
    );
    await choose(page, 'Phone Numbers', 'Blake');
    await expect(example).toContainText('Hi Blake, ');
    await expectAccessibleInBoth(page);
    // What would be sent is the code alone.
    await expect(bubble(page)).toHaveText(CODE.trim());
    await messageBox(page).fill('Hello');
    await expect(example).toHaveCount(0);
    await expect(bubble(page)).toHaveText(`Hello${CODE}`);
  });
});

test('CREATE-3 placeholders are inserted at the cursor or replace the selection, and the preview fills them in', async ({
  console: page,
}) => {
  await test.step('CREATE-3 a placeholder replaces the selection', async () => {
    await messageBox(page).fill('Hi NAME!');
    await messageBox(page).press('ControlOrMeta+Home');
    for (let at = 0; at < 3; at += 1) await messageBox(page).press('ArrowRight');
    for (let at = 0; at < 4; at += 1) await messageBox(page).press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'First Name', exact: true }).click();
    await expect(messageBox(page)).toHaveValue('Hi {first_name}!');
    await messageBox(page).press('ControlOrMeta+z');
    await expect(messageBox(page)).toHaveValue('Hi NAME!');
  });
  await test.step('CREATE-3 inserts placeholders at the cursor, in curly braces, and fills them in the preview', async () => {
    await typeWithCursorAt(page, 'Hi !', 3);
    for (const [label, token] of [
      ['First Name', '{first_name}'],
      ['Company Name', '{company_name}'],
      ['Manager First Name', '{manager_first_name}'],
      ['Manager Last Name', '{manager_last_name}'],
    ] as const) {
      await page.getByRole('button', { name: label, exact: true }).click();
      await expect(messageBox(page)).toHaveValue(new RegExp(`\\${token}!$`));
      await expect(messageBox(page)).toBeFocused();
      await messageBox(page).press('Space');
      await messageBox(page).press('Backspace');
    }
    await expect(messageBox(page)).toHaveValue(
      'Hi {first_name}{company_name}{manager_first_name}{manager_last_name}!',
    );
    await choose(page, 'Partner', 'Harbor Health Group');
    await choose(page, 'Client', 'Bayview Dental');
    await choose(page, 'Office', 'Oakland');
    await choose(page, 'Phone Numbers', 'Avery', 'Jordan');
    await expect(bubble(page)).toHaveText(`Hi AveryBayview DentalMariaAlvarez!${CODE}`);
    await choose(page, 'Office', 'Berkeley');
    await page.getByLabel('From').selectOption({ label: 'Berkeley, Bayview Dental' });
    await page.getByLabel('To').selectOption({ label: 'Jordan, T-Mobile' });
    await expect(bubble(page)).toHaveText(`Hi JordanBayview DentalDanielOkafor!${CODE}`);
  });
});

test('CREATE-4 the emoji picker opens and closes, and inserts at the cursor', async ({ console: page }) => {
  await test.step('CREATE-4 the button and Ctrl+E open the emoji picker, and Escape closes it', async () => {
    await emojiButton(page).click();
    await expect(
      emojiPicker(page).getByRole('gridcell', { name: 'grinning face', exact: true }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(emojiPicker(page)).toBeHidden();
    await expect(messageBox(page)).toBeFocused();

    await page.keyboard.press('ControlOrMeta+e');
    await expect(emojiPicker(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(emojiPicker(page)).toBeHidden();

    await page.keyboard.press('ControlOrMeta+e');
    await expect(emojiPicker(page)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+e');
    await expect(emojiPicker(page)).toBeHidden();
    await expect(messageBox(page)).toHaveValue('');
  });
  await test.step('CREATE-4 a selected emoji is inserted at the cursor and closes the picker', async () => {
    await typeWithCursorAt(page, 'ab', 1);
    await page.keyboard.press('ControlOrMeta+e');
    await emojiPicker(page).getByRole('textbox').fill('rocket');
    await emojiPicker(page).getByRole('gridcell', { name: 'rocket', exact: true }).click();
    await expect(messageBox(page)).toHaveValue('a🚀b');
    await expect(emojiPicker(page)).toBeHidden();
    await page.keyboard.type('!');
    await expect(messageBox(page)).toHaveValue('a🚀!b');
    await page.keyboard.press('ControlOrMeta+e');
    // The astronaut comes first.
    await emojiPicker(page).getByRole('textbox').fill('rocket');
    await expect(emojiPicker(page).getByRole('gridcell', { name: 'rocket', exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(messageBox(page)).toHaveValue('a🚀!🚀b');
    await expect(page.getByText(/^🚀\s*makes it UCS-2/)).toBeVisible();
  });
  await test.step('CREATE-4 inserts the seven quick reactions at the cursor', async () => {
    await messageBox(page).fill('');
    let text = '';
    for (const [name, emoji] of [
      ['Thumbs up', '👍'],
      ['Red heart', '❤️'],
      ['Smiling face', '😃'],
      ['Crying face', '😢'],
      ['Folded hands', '🙏'],
      ['Thumbs down', '👎'],
      ['Angry face', '😡'],
    ] as const) {
      await emojiButton(page).click();
      const quick = emojiPicker(page).getByRole('group', { name: 'Quick reactions' });
      await expect(quick.getByRole('button')).toHaveCount(7);
      await quick.getByRole('button', { name, exact: true }).click();
      text += emoji;
      await expect(messageBox(page)).toHaveValue(text);
      await expect(emojiPicker(page)).toBeHidden();
    }
  });
});

test('CREATE-4 the emoji picker is at most 350 by 300 pixels, has skin tones, and fetches nothing from another host', async ({
  console: page,
  program,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.reload();
  await test.step('CREATE-4 is at most 350 by 300 pixels, with six skin tones', async () => {
    await emojiButton(page).click();
    await expect(emojiPicker(page).getByRole('button', { name: /^Skin tone/ })).toHaveCount(6);
    const box = await emojiPicker(page).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(350);
    expect(box?.height).toBeLessThanOrEqual(300);
    await page.keyboard.press('Escape');
  });
  await test.step('CREATE-4 an emoji with skin tones shows at most six variations', async () => {
    await messageBox(page).fill('');
    await emojiButton(page).click();
    await emojiPicker(page).getByRole('textbox').fill('waving hand');
    const wave = emojiPicker(page).getByRole('gridcell', { name: 'waving hand', exact: true });
    await wave.hover();
    await page.mouse.down();
    const variations = emojiPicker(page).locator('[data-epr-part="variation-picker"] button:visible');
    await expect(variations).toHaveCount(6);
    await page.mouse.up();
    await variations.last().click();
    await expect(messageBox(page)).toHaveValue('👋🏿');
  });
  await test.step('CREATE-4 nothing is fetched from another host', async () => {
    await messageBox(page).fill('');
    await emojiButton(page).click();
    await emojiPicker(page).getByRole('textbox').fill('heart');
    await expect(emojiPicker(page).getByRole('gridcell', { name: 'red heart', exact: true })).toBeVisible();
    await emojiPicker(page).getByRole('gridcell', { name: 'red heart', exact: true }).click();
    await expect(messageBox(page)).toHaveValue('❤️');
    expect([...hosts]).toEqual([new URL(program.url).origin]);
  });
});
