/** One tab of the bench's Chromium, told what to do over the DevTools protocol: Lighthouse keeps its own to itself. */
import { once } from 'node:events';
import type { Browser } from './browser.ts';

export interface Tab {
  /** One command of the protocol. @throws Error with the browser's words */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** What the expression, or the promise it makes, comes to in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

export async function openTab(browser: Browser): Promise<Tab> {
  const made = await fetch(`http://127.0.0.1:${browser.port}/json/new?about:blank`, { method: 'PUT' });
  const { webSocketDebuggerUrl } = (await made.json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let lastId = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });

  const send: Tab['send'] = async (method, params = {}) => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result = {}, error } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    send,
    async evaluate(expression) {
      const told = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (told.exceptionDetails !== undefined) throw new Error(JSON.stringify(told.exceptionDetails));
      return (told.result as { value?: unknown }).value;
    },
    async close() {
      await send('Page.close');
      socket.close();
    },
  };
}
