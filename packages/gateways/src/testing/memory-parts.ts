/** Keeps parts of receipts in memory, for gateways that run without a database. */
import type { ReceiptPart, ReceiptPartStore } from '../gateway-port.ts';

export function createMemoryParts(): ReceiptPartStore {
  const receipts = new Map<string, Map<number, string>>();
  const keyOf = ({ source, destination, reference, parts }: ReceiptPart) =>
    [source, destination, reference, parts].join(' ');
  return {
    async keep(part) {
      const key = keyOf(part);
      const kept = receipts.get(key) ?? new Map<number, string>();
      receipts.set(key, kept.set(part.part, part.content));
      const contents = [...kept].sort(([a], [b]) => a - b).map(([, content]) => content);
      return { contents: contents.length === part.parts ? contents : null, hasReplaced: false };
    },
    async drop(part) {
      receipts.delete(keyOf(part));
    },
  };
}
