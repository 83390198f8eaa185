/** Counts as they are read: `1,200`, and in words `1 office`, `1,200 messages`. */

/** By hand: the first number that a browser writes as a language does costs it 10 ms. @param count a whole number */
export function figure(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}
