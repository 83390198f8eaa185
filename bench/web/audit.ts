/** Runs Lighthouse on a screen and returns its scores and failed audits. */
import lighthouse, { desktopConfig } from 'lighthouse';
import { openBrowser } from './browser.ts';

/** `mobile` is Lighthouse's default: 1.6 Mbit/s, 150 ms and a CPU four times as slow. */
export type Preset = 'mobile' | 'desktop';

export interface Scores {
  /** Each from 0 to 1. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** Milliseconds. */
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly cumulativeLayoutShift: number;
  /** Total transferred bytes. */
  readonly weight: number;
  /** Failed audits of accessibility and best practices. */
  readonly faults: readonly string[];
}

/** @param cookie a session's cookie, or empty for the login and sign-up screens */
export async function audit(url: string, cookie: string, preset: Preset): Promise<Scores> {
  const browser = await openBrowser();
  try {
    const result = await lighthouse(
      url,
      {
        port: Number(new URL(browser.wsEndpoint()).port),
        output: 'json',
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
        // Lighthouse would wait for the stream of live events, which never ends.
        blockedUrlPatterns: ['*/api/live'],
        ...(cookie === '' ? {} : { extraHeaders: { Cookie: cookie } }),
      },
      preset === 'desktop' ? desktopConfig : undefined,
    );
    if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}.`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
    const score = (name: string) => categories[name]?.score ?? 0;
    const value = (name: string) => audits[name]?.numericValue ?? 0;
    const faults = ['accessibility', 'best-practices'].flatMap((name) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ weight }) => weight > 0)
        .map(({ id }) => audits[id])
        .filter((one) => one !== undefined && one.score !== null && one.score < 1)
        .map((one) => `${one?.id}: ${one?.title}`),
    );
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      largestContentfulPaint: value('largest-contentful-paint'),
      totalBlockingTime: value('total-blocking-time'),
      cumulativeLayoutShift: value('cumulative-layout-shift'),
      weight: value('total-byte-weight'),
      faults,
    };
  } finally {
    await browser.close();
  }
}
