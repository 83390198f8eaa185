/** Counts in words: `1 office`, `2 offices`, `1,200 messages`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
