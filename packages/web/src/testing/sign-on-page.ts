/** What the server writes into the page about single sign-on. */
import { onTestFinished } from 'vitest';

/** Until the end of the test. */
export function withSignOn(name: string, { isOnly = false } = {}): void {
  for (const [key, content] of Object.entries({ 'sign-on': name, 'sign-on-only': isOnly ? '1' : '0' })) {
    const meta = Object.assign(document.createElement('meta'), { name: key, content });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
  }
}
