/** Gateways that hold up messages, and the line that says so wherever it matters (EVIDENCE-2). */
import type { Gateway } from '@textprobe/contract/gateways';
import { formatLosAngeles, parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { Link } from 'react-router';
import { useNow } from '../ui/relative-time.ts';
import { ToneSign } from '../ui/tone-sign.tsx';
import classes from './link-trouble.module.css';
import { useGateways } from './use-gateways.ts';

/** A link may take this long to connect before it counts as trouble. */
const PATIENCE_MS = 5_000;
const NOW_EVERY_MS = 5_000;

/** Whether any message may be sent through it. */
export function isUsed({ isDefault, isDefaultMms, offices }: Gateway): boolean {
  return isDefault || isDefaultMms || offices > 0;
}

/** Whether its link cannot send. @param now epoch milliseconds */
export function isDown({ link }: Pick<Gateway, 'link'>, now: number): boolean {
  if (link === null) return true;
  if (link.state === 'up') return false;
  return now - (parseTimestamp(link.since) ?? 0) >= PATIENCE_MS;
}

/** The gateways in use whose link cannot send; empty while that is unknown. */
export function useDownGateways(): Gateway[] {
  const { query } = useGateways({ inFrame: true });
  const now = useNow(NOW_EVERY_MS);
  return (query.data ?? []).filter((gateway) => isInTrouble(gateway, now));
}

/** Whether it holds up messages. @param now epoch milliseconds */
export function isInTrouble(gateway: Gateway, now: number): boolean {
  return isUsed(gateway) && isDown(gateway, now);
}

/** `Acme SMSC is down since 03:12`, in Los Angeles time. @param now epoch milliseconds */
export function downWords({ name, link }: Pick<Gateway, 'name' | 'link'>, now: number): string {
  if (link === null) return `No worker has ${name} open`;
  const { state, since } = link;
  const isToday = since.slice(0, 10) === formatLosAngeles(now).slice(0, 10);
  const time = `${isToday ? '' : `${since.slice(5, 7)}/${since.slice(8, 10)} `}${since.slice(11, 16)}`;
  return `${name} is ${state} since ${time}`;
}

interface LinkTroubleProps {
  readonly gateway: Gateway;
  /** What this means for the messages here. */
  readonly effect: string;
  /** Whether the reason is shown too, as far as it is known. */
  readonly withReason?: boolean;
  /** The gateway in the list of gateways; omitted where the screen itself is about it. */
  readonly isLinked?: boolean;
}

/** One line about one gateway that is down. */
export function LinkTrouble({ gateway, effect, withReason = false, isLinked = true }: LinkTroubleProps) {
  const now = useNow(NOW_EVERY_MS);
  const reason = withReason ? (gateway.link?.reason ?? null) : null;
  return (
    <p className={classes.trouble}>
      <ToneSign tone="failed" />
      <span>
        {downWords(gateway, now)}: {effect}
        {reason !== null && `. ${reason}`}
        {isLinked && (
          <>
            {' '}
            <Link to="/gateways">Gateways</Link>
          </>
        )}
      </span>
    </p>
  );
}
