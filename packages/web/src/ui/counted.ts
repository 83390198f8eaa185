/** Formats counts and rates: `1,200`, with a noun `1 office` or `1,200 messages`, and `97.5%`. */

/** Without Intl: a browser's first locale-aware number costs 10 ms. @param count a whole number */
export function figure(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** '–' if unknown. @param rate percent */
export function percentWords(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? '–' : `${rate.toLocaleString('en-US')}%`;
}
