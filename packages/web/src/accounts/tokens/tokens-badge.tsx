/** In the navigation: the number of one's own tokens that end within seven days, if any (TOKEN-3). */
import { Badge, VisuallyHidden } from '@mantine/core';
import { useEndingTokens } from './tokens-query.ts';

export function TokensBadge() {
  const { ending } = useEndingTokens();
  if (ending.length === 0) return null;
  const words = `${ending.length === 1 ? 'token ends' : 'tokens end'} soon: ${ending.map(({ name }) => name).join(', ')}`;
  return (
    // The hidden words stay inside.
    <Badge
      pos="relative"
      px={6}
      c="var(--tp-danger)"
      bg="var(--tp-danger-soft)"
      data-tip={`${ending.length} ${words}`}
    >
      {ending.length}
      <VisuallyHidden> {words}</VisuallyHidden>
    </Badge>
  );
}
