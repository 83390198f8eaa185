/** The notice above the form: where its contents came from, and which files of a restored draft are missing. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

export function DraftNotice({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <Alert
      role="status"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
      mb="md"
      bg="var(--tp-accent-soft)"
      styles={{ message: { color: 'var(--tp-text)' } }}
    >
      {children}
    </Alert>
  );
}

export function MissingFiles({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const [one] = names;
  if (one === undefined) return null;
  return (
    <DraftNotice onClose={onClose}>
      Your draft was restored without its {names.length === 1 ? 'file' : 'files'}: browsers do not keep files
      across a reload. Choose{' '}
      {names.length === 1 ? one : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`} again.
    </DraftNotice>
  );
}
