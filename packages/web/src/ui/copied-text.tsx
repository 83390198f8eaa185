/** A short text with a button that copies it. */
import { ActionIcon, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { COPY_FAILED, useCopy } from './use-copy.ts';

interface CopiedTextProps {
  /** Completes "Copy". */
  readonly what: string;
  readonly text: string;
}

export function CopiedText({ what, text }: CopiedTextProps) {
  const { copied, copy } = useCopy(what, text);
  const label = copied === 'yes' ? 'Copied' : `Copy ${what}`;
  const Sign = copied === 'yes' ? IconCheck : IconCopy;
  return (
    <>
      {text}{' '}
      <ActionIcon variant="subtle" size="sm" aria-label={label} data-tip={label} onClick={() => void copy()}>
        <Sign size={16} aria-hidden />
      </ActionIcon>
      {copied === 'failed' && (
        <Text role="alert" size="sm" c="red">
          {COPY_FAILED}
        </Text>
      )}
    </>
  );
}
