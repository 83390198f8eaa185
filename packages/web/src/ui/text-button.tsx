/** A button in a sentence or a table, which looks like a link. */
import { Anchor, type AnchorProps, type ElementProps } from '@mantine/core';

export function TextButton(props: AnchorProps & ElementProps<'button', keyof AnchorProps>) {
  return <Anchor component="button" type="button" inherit underline="always" {...props} />;
}
