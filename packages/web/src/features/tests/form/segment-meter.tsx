/** Shows the segments of a text, how full they are, its encoding, and the characters that forced it. */
import { figure } from '@textprobe/domain/figures';
import { countSegments } from '@textprobe/domain/segments';
import { counted } from '../../../ui/counted.ts';
import form from '../../../ui/form.module.css';
import { Tipped } from '../../../ui/tips.tsx';
import classes from './segment-meter.module.css';

/** More bars than this are unreadable. */
const BARS = 12;
const SHOWN_CHARACTERS = 16;

/** @param props.text the message as sent, its code included */
export function SegmentMeter({ text }: { text: string }) {
  const { encoding, segments, perSegment, unitsLeft, forcedBy } = countSegments(text);
  return (
    <>
      <div className={classes.bars} aria-hidden>
        {Array.from({ length: Math.min(segments, BARS) }, (_, bar) => (
          <progress
            key={bar}
            className={form.progress}
            max={perSegment}
            value={bar === segments - 1 ? perSegment - unitsLeft : perSegment}
          />
        ))}
      </div>
      <dl className={classes.facts}>
        <Fact name="Characters" value={figure([...text].length)} />
        <Fact name="Segments" value={figure(segments)} />
        <Fact name="Encoding" value={encoding} />
        <Fact name="Left" value={figure(unitsLeft)} />
      </dl>
      {forcedBy.length > 0 && (
        <p className={classes.forced}>
          {forcedBy.slice(0, SHOWN_CHARACTERS).map((character) => (
            <kbd key={character}>
              <Tipped words={codePoints(character)}>{character}</Tipped>
            </kbd>
          ))}
          {forcedBy.length > SHOWN_CHARACTERS && `and ${forcedBy.length - SHOWN_CHARACTERS} more `}
          {forcedBy.length === 1 ? 'makes' : 'make'} it UCS-2: {price(text, forcedBy)}
        </p>
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

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-word={/^\D/.test(value) || undefined}>{value}</dd>
    </div>
  );
}

function codePoints(character: string): string {
  return [...character]
    .map((point) => `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
}
