/** A small picture of a file, or the sign of its kind where there is none. */
import { IconLink, IconMovie, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './media.module.css';
import type { ShownMedia } from './shown-media.ts';

const SIGNS = { picture: IconPhoto, video: IconMovie, link: IconLink } as const;

/** @param props.named says the name to those who cannot see it; else it stands beside, and the tile is decoration */
export function MediaTile({ media, named = false }: { media: ShownMedia; named?: boolean }) {
  const [failed, setFailed] = useState(false);
  const { name, kind, picture } = media;
  const Sign = SIGNS[kind];
  if (picture !== null && !failed) {
    return (
      <img
        className={classes.tile}
        src={picture}
        alt={named ? name : ''}
        onError={() => setFailed(true)}
        draggable={false}
      />
    );
  }
  return (
    <span
      className={classes.tile}
      {...(named ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      <Sign size={20} stroke={1.6} aria-hidden />
    </span>
  );
}
