/** Shows the segments of a text, how full they are, its encoding, and the characters that forced it. */
import { Box, Group, Kbd, Progress, Text } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { countSegments } from '@textprobe/domain/segments';
import { counted } from '../../../ui/counted.ts';
import { Tipped } from '../../../ui/tips.tsx';

/** More bars than this are unreadable. */
const BARS = 12;
const SHOWN_CHARACTERS = 16;

/** @param props.text the message as sent, its code included */
export function SegmentMeter({ text }: { text: string }) {
  const { encoding, segments, perSegment, unitsLeft, forcedBy } = countSegments(text);
  return (
    <>
      {/* Forced colors would erase the bars. */}
      <Group gap={3} grow aria-hidden style={{ forcedColorAdjust: 'none' }}>
        {Array.from({ length: Math.min(segments, BARS) }, (_, bar) => (
          <Progress
            key={bar}
            size={4}
            value={bar === segments - 1 ? 100 * (1 - unitsLeft / perSegment) : 100}
          />
        ))}
      </Group>
      <Box component="dl" display="flex" m={0} mt="sm" style={{ justifyContent: 'space-between' }}>
        {[
          ['Characters', figure([...text].length)],
          ['Segments', figure(segments)],
          ['Encoding', encoding],
          ['Left', figure(unitsLeft)],
        ].map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fw={600}>
              {value}
            </Text>
          </div>
        ))}
      </Box>
      {forcedBy.length > 0 && (
        <Text
          size="sm"
          mt="sm"
          px="sm"
          py="xs"
          bdrs="md"
          c="var(--tp-status-partially-delivered)"
          bg="color-mix(in srgb, var(--tp-status-partially-delivered) 10%, transparent)"
        >
          {forcedBy.slice(0, SHOWN_CHARACTERS).map((character) => (
            <Kbd key={character} mr={4} size="sm">
              <Tipped words={codePoints(character)}>{character}</Tipped>
            </Kbd>
          ))}
          {forcedBy.length > SHOWN_CHARACTERS && `and ${forcedBy.length - SHOWN_CHARACTERS} more `}
          {forcedBy.length === 1 ? 'makes' : 'make'} it UCS-2: {price(text, forcedBy)}
        </Text>
      )}
    </>
  );
}

/** What the characters outside GSM 03.38 cost: segments, or at least room. */
function price(text: string, forcedBy: readonly string[]): string {
  const now = countSegments(text);
  const without = countSegments(forcedBy.reduce((rest, character) => rest.replaceAll(character, ''), text));
  return now.segments > without.segments
    ? `${counted(now.segments, 'segment')} instead of ${without.segments}.`
    : `${now.perSegment} characters per segment instead of ${without.perSegment}.`;
}

function codePoints(character: string): string {
  return [...character]
    .map((point) => `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
}
