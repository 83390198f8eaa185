/** The frame of one screen: page title, width, padding. */
import { type ReactNode, useEffect } from 'react';

export function Screen({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Textprobe`;
  }, [title]);
  return <div className="screen">{children}</div>;
}
