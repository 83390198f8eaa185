/** Counts and rates as they are read: `1,200`, in words `1 office` or `1,200 messages`, and `97.5%`. */

/** By hand: the first number that a browser writes as a language does costs it 10 ms. @param count a whole number */
export function figure(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** '–' where nothing is known. @param rate percent */
export function percentWords(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? '–' : `${rate.toLocaleString('en-US')}%`;
}
