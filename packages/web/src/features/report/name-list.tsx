/** A list of names: the first few, and a button for the rest. */
import { Stack } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { useState } from 'react';
import { TextButton } from '../../ui/text-button.tsx';

const SHORT = 5;

export function NameList({ names }: { names: readonly string[] }) {
  const [all, setAll] = useState(false);
  if (names.length === 0) return 'N/A';
  const hidden = names.length - SHORT;
  const shown = all || hidden <= 1 ? names : names.slice(0, SHORT);
  return (
    <>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed
          <li key={index}>{name}</li>
        ))}
      </Stack>
      {hidden > 1 && (
        <TextButton mih={24} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${figure(hidden)} more`}
        </TextButton>
      )}
    </>
  );
}
