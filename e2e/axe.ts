/**
 * Runs axe-core in the page and returns only violations. axe's own builder for Playwright also returns passed checks, and
 * takes four times as long.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface AxeScope {
  /** Run only the rule on color contrast, or all others: the rest has already run on the same elements. It takes half of the time. */
  readonly contrast?: 'only' | 'skip';
  /** Violations to ignore: harmless markup of a library. */
  readonly tolerates?: (rule: string, target: string) => boolean;
}

/** Expects no axe violations: WCAG 2.2 A and AA, and axe's best practices. */
export async function expectAccessible(page: Page, scope: AxeScope = {}): Promise<void> {
  const { contrast, tolerates = () => false } = scope;
  // On a busy machine, color transitions may be unfinished; real violations persist.
  await expect(async () => {
    await page.evaluate(settle);
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
    const found = await page.evaluate(violations, contrast);
    expect(found.filter(([rule, target]) => !tolerates(rule, target))).toEqual([]);
  }).toPass({ timeout: 30_000 });
}

/** The same in dark mode, where only colors can differ, and then in light mode. */
export async function expectAccessibleInBoth(
  page: Page,
  { tolerates = () => false }: Pick<AxeScope, 'tolerates'> = {},
): Promise<void> {
  for (const [colorScheme, scope] of [
    ['dark', { contrast: 'only' }],
    ['light', {}],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible(page, { ...scope, tolerates });
  }
}

/** In the page: the violated rules with their elements. */
async function violations(contrast: AxeScope['contrast']): Promise<(readonly [string, string])[]> {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
  const options = {
    resultTypes: ['violations'],
    // No enabled rule reads the style sheets, which axe would otherwise parse again.
    preload: { assets: ['media'] },
    ...(contrast === 'only' && { runOnly: ['color-contrast'] }),
    ...(contrast === 'skip' && { rules: { 'color-contrast': { enabled: false } } }),
  } satisfies axe.RunOptions;
  const found = await run(document, options);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => [id, target.join(' ')] as const),
  );
}

/** In the page: waits two frames and for all transitions to finish. */
async function settle(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map((transition) => transition.finished));
}
