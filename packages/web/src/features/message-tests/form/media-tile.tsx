/** A file or link of a message as a thumbnail, or as an icon of its kind if there is no picture. */
import { Avatar } from '@mantine/core';
import { IconLink, IconMovie, IconPhoto } from '@tabler/icons-react';
import type { MediaFile } from '@textprobe/contract/media';
import type { Attachment } from './use-attachments.ts';

const SIGNS = { picture: IconPhoto, video: IconMovie, link: IconLink } as const;

export interface ShownMedia {
  readonly key: string;
  readonly name: string;
  readonly kind: 'picture' | 'video' | 'link';
  /** URL of the picture; null if there is none. */
  readonly picture: string | null;
}

export function keptMedia({ url, name, type }: MediaFile): ShownMedia {
  const kind = kindOf(type);
  return { key: url, name, kind, picture: kind === 'picture' ? `${url}/thumbnail` : null };
}

/** Without a picture: only the server fetches from other hosts. */
export function linkMedia(link: string, index: number): ShownMedia {
  return { key: `${index} ${link}`, name: link, kind: 'link', picture: null };
}

export function chosenMedia({ key, file, url }: Attachment): ShownMedia {
  const kind = kindOf(file.type);
  return { key: String(key), name: file.name, kind, picture: kind === 'picture' ? url : null };
}

function kindOf(type: string): 'picture' | 'video' {
  return type.startsWith('video/') ? 'video' : 'picture';
}

interface MediaTileProps {
  readonly media: Omit<ShownMedia, 'key'>;
  /** Exposes the name to screen readers; otherwise it is shown beside the tile, which is decoration. */
  readonly named?: boolean;
  readonly size?: number;
}

export function MediaTile({ media: { name, kind, picture }, named = false, size = 44 }: MediaTileProps) {
  const Sign = SIGNS[kind];
  return (
    <Avatar
      src={picture}
      {...(picture !== null && { alt: '' })}
      size={size}
      radius="md"
      variant="default"
      {...(named ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      <Sign size={20} stroke={1.6} />
    </Avatar>
  );
}
