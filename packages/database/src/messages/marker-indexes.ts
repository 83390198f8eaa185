/** The indexes of the unusual: they are on marker columns (`message-markers.ts`), which no usual update changes. */
import type { PartitionedIndex } from '../carry-over/leaf-indexes.ts';

/** In the order in which a partition gets them. */
export const MARKER_INDEXES: readonly [PartitionedIndex, ...PartitionedIndex[]] = [
  {
    table: 'messages',
    name: 'messages_marked_status',
    definition: '(mark_status, created_at desc, id desc) where mark_status is not null',
  },
  {
    table: 'messages',
    name: 'messages_marked_comparison',
    definition: '(mark_comparison, created_at desc, id desc) where mark_comparison is not null',
  },
  {
    table: 'messages',
    name: 'messages_marked_sender',
    definition: '(created_at desc, id desc) where mark_sender_changed',
  },
  {
    table: 'messages',
    name: 'messages_marked_not_sent',
    definition: '(created_at desc, id desc) where mark_not_sent',
  },
  {
    table: 'messages',
    name: 'messages_marked_unsent',
    definition: '(created_at) where mark_unsent_arrival',
  },
];

/** Those that they replace: lists use them until the markers of all messages are filled. */
export const UNMARKED_INDEXES = [
  'messages_unsuccessful',
  'messages_compared',
  'messages_sender_changed',
  'messages_not_sent',
  'messages_arrived_unsent',
] as const;
