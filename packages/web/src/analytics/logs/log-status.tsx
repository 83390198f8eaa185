/** A log's status: the badge of the status that is known, others as text, unknown if absent (DATA-6); its verdict under it, and how it arrived. */
import type { Finding } from '@textprobe/domain/finding';
import { MESSAGE_STATUSES, type MessageStatus } from '@textprobe/domain/message-status';
import type { Verdict } from '@textprobe/domain/verdict';
import { MessageStatusBadge } from '../../messages/message-status-badge.tsx';
import classes from './logs-table.module.css';

interface LogStatusProps {
  readonly status: MessageStatus | null | undefined;
  readonly verdict: Verdict | null | undefined;
  readonly finding: Finding | null | undefined;
  readonly isSenderChanged: boolean;
}

export function LogStatus({ status, verdict, finding, isSenderChanged }: LogStatusProps) {
  const shown = status ?? 'UNKNOWN';
  if (!MESSAGE_STATUSES.includes(shown)) return shown;
  return (
    <>
      <MessageStatusBadge status={shown} verdict={verdict ?? 'unknown'} />
      {verdict && verdict !== shown.toLowerCase() && (
        <div className={classes.verdict}>
          {verdict}
          {verdict === 'altered' && finding && finding !== 'altered' && (
            <>
              : <span className={classes.finding}>{finding}</span>
            </>
          )}
        </div>
      )}
      {isSenderChanged && <div className={classes.verdict}>sender changed</div>}
    </>
  );
}
