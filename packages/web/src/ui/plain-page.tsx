/** A page without a session and without the component library: the logo, a title, and what the page is for. */
import type { ReactNode } from 'react';
import './auth-page.css';
import { Logo } from './logo.tsx';

interface PlainPageProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function PlainPage({ title, children }: PlainPageProps) {
  return (
    <main className="auth-page">
      <div className="auth-card">
        <div className="auth-brand">
          <Logo size={40} />
          <span aria-hidden>Textprobe</span>
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
