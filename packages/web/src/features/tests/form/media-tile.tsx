/** A file or link of a message as a thumbnail, or as an icon of its kind if there is no picture. */
import { IconLink, IconMovie, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { Draft } from './draft.ts';
import classes from './media.module.css';
import type { Attachment } from './use-attachments.ts';

const SIGNS = { picture: IconPhoto, video: IconMovie, link: IconLink } as const;

export interface ShownMedia {
  readonly key: string;
  readonly name: string;
  readonly kind: 'picture' | 'video' | 'link';
  /** URL of the picture; null if there is none. */
  readonly picture: string | null;
}

/** The files and links of a message in sending order, as the preview and the lists show them. */
export function shownMedia(
  { kept, links }: Pick<Draft, 'kept' | 'links'>,
  chosen: readonly Attachment[],
): ShownMedia[] {
  return [
    ...kept.map(({ url, name, type }) => {
      const kind = kindOf(type);
      return { key: url, name, kind, picture: kind === 'picture' ? `${url}/thumbnail` : null };
    }),
    ...links.map((link, index) => ({
      key: `${index} ${link}`,
      name: link,
      kind: 'link' as const,
      // Only the server fetches from other hosts.
      picture: null,
    })),
    ...chosen.map(({ key, file, url }) => {
      const kind = kindOf(file.type);
      return { key: String(key), name: file.name, kind, picture: kind === 'picture' ? url : null };
    }),
  ];
}

function kindOf(type: string): 'picture' | 'video' {
  return type.startsWith('video/') ? 'video' : 'picture';
}

/** @param props.named exposes the name to screen readers; otherwise it is shown beside the tile, which is decoration */
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
