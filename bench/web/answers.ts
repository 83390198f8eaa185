/**
 * Measures the responsiveness of screens: from a click or a keystroke to the frame that shows the result. The CPU is slowed
 * down four times, like Lighthouse's phone; the network is not.
 */
import type { Page } from 'puppeteer-core';
import { median } from '../readme-section.ts';
import { openBrowser } from './browser.ts';

const VISITS = 5;
const SLOWER = 4;
const TARGET_MS = 300;

interface Step {
  readonly name: string;
  /** The action, as a script for the page. */
  readonly act: string;
  /** The condition for the result, as an expression for the page. */
  readonly until: string;
}

const field = (label: string) => `button[role="combobox"][aria-label="${label}"]`;
const options = (label: string) => `[role="listbox"][aria-label="${label}"] [role="option"]`;
const press = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const has = (selector: string) => `document.querySelector(${JSON.stringify(selector)}) !== null`;
/** A number and its noun are joined by a no-break space. */
const says = (words: string) =>
  `document.body.innerText.replaceAll('\\u00a0', ' ').includes(${JSON.stringify(words)})`;
const type = (selector: string, text: string) => `{
  const input = document.querySelector(${JSON.stringify(selector)});
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value').set.call(input, input.value + ${JSON.stringify(text)});
  input.dispatchEvent(new Event('input', { bubbles: true }));
}`;
const openPicker = (label: string): Step => ({
  name: `the picker ${label} opens`,
  act: press(field(label)),
  until: has(options(label)),
});
const letter: Step = {
  name: 'a typed letter appears in the preview',
  act: type('textarea', 'ß'),
  until: `document.querySelector('aside').innerText.includes('ß')`,
};

const CREATE: readonly Step[] = [
  openPicker('Partner'),
  {
    name: 'all partners are selected and counted',
    act: press(options('Partner')),
    until: `document.querySelector('${field('Office')}').innerText.includes('10,000')`,
  },
  openPicker('Office'),
  {
    name: 'an office is found by its name',
    act: type('input[aria-label="Search Office"]', 'Office 7777'),
    until: `document.querySelectorAll('${options('Office')}').length === 1`,
  },
  {
    name: 'all phones are selected',
    act: `[...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Select all')).click()`,
    until: says('2002/2002'),
  },
  letter,
];

const UPDATE: readonly Step[] = [openPicker('Office'), openPicker('Phone Numbers'), letter];

const LIST: readonly Step[] = [
  {
    name: 'the menu of a row opens',
    act: press('table[aria-label="Tests"] tbody button[aria-haspopup="menu"]'),
    until: has('[role="menu"]'),
  },
  {
    name: 'the filter Office opens',
    act: press('input[aria-label="Office"]'),
    until: `document.querySelectorAll('[role="option"]').length > 50`,
  },
];

interface Screen {
  readonly name: string;
  readonly path: string;
  /** The condition for the loaded screen, as an expression. */
  readonly ready: string;
  readonly steps: readonly Step[];
}

export async function measureAnswers(url: string, cookie: string, testId: number): Promise<string[][]> {
  const screens: readonly Screen[] = [
    {
      name: 'list',
      path: '/tests',
      ready: has('table[aria-label="Tests"] tbody button[aria-haspopup="menu"]'),
      steps: LIST,
    },
    { name: 'create', path: '/create-tests', ready: says('Select all'), steps: CREATE },
    { name: 'update', path: `/update-test/${testId}`, ready: says('10,000 offices'), steps: UPDATE },
  ];
  const browser = await openBrowser();
  try {
    const rows: string[][] = [];
    for (const screen of screens) {
      const visits: number[][] = [];
      for (let visit = 0; visit < VISITS; visit += 1) {
        // A new context has an empty cache.
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        // A page in the background paints nothing.
        await page.bringToFront();
        await page.setExtraHTTPHeaders({ Cookie: cookie });
        await page.emulateCPUThrottling(SLOWER);
        visits.push(await visitScreen(page, new URL(screen.path, url).href, screen));
        await context.close();
      }
      ['the screen is loaded', ...screen.steps.map(({ name }) => name)].forEach((name, index) => {
        const times = visits.map((one) => one[index] ?? Number.NaN);
        const isMet = index === 0 ? '' : median(times) <= TARGET_MS ? 'yes' : '**no**';
        rows.push([`${screen.name}: ${name}`, words(median(times)), words(Math.max(...times)), isMet]);
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** @returns milliseconds from navigation to the loaded screen, then of each step */
async function visitScreen(page: Page, address: string, { ready, steps }: Screen): Promise<number[]> {
  await page.goto(address);
  const times = [(await page.evaluate(painted('', ready, '0'))) as number];
  for (const { act, until } of steps) {
    // Let background work of the previous step finish.
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }))');
    times.push((await page.evaluate(painted(act, until, 'performance.now()'))) as number);
  }
  return times;
}

/** Resolves to the milliseconds from `since` to the frame in which `until` holds. */
function painted(act: string, until: string, since: string): string {
  return `new Promise((resolve, reject) => {
    const since = ${since};
    ${act};
    const look = () => {
      if (performance.now() - since > 60_000) return reject(new Error(${JSON.stringify(`never: ${until}`)}));
      if (!(${until})) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)));
    };
    look();
  })`;
}

function words(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}
