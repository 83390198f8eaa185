/** A name from the directory, or its place while the directory is on its way. */
import { Skeleton } from '@mantine/core';

export function Name({ name }: { name: string | null }) {
  return name ?? <Skeleton component="span" display="inline-block" width={88} height={10} radius="sm" />;
}
