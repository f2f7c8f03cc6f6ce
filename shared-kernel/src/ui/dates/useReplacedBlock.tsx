import { useState } from 'react'
import Typography from '@mui/material/Typography'
import { currentConnection } from '../../client/connect'
import type { CallError } from '../../client/errors'
import type { BlockChange } from '../../domain/blockConflict'
import { formatDateTime } from '../../domain/instants'
import { ConfirmDialog } from '../form/ConfirmDialog'

const timeText = (instant: string): string => {
  const { timeZone } = currentConnection()
  return `${formatDateTime(instant, timeZone)} (${timeZone})`
}

/** 'Blocked meanwhile, no end. Changed by olga on Nov 29, 2026, 12:00 (Europe/Madrid).' */
export function blockedMeanwhileText(
  blockedUntil: string | null | undefined,
  { changedBy = null, changedAt = null }: Pick<CallError, 'changedBy' | 'changedAt'>,
): string {
  const end = !blockedUntil ? 'no end' : `until ${timeText(blockedUntil)}`
  const who =
    changedBy === null ? '' : ` Changed by ${changedBy}${changedAt ? ` on ${timeText(changedAt)}` : ''}.`
  return `Blocked meanwhile, ${end}.${who}`
}

interface Replaced {
  /** The rejection of a block that would replace another user's; null for any other failure or none. */
  refusal: CallError | null
  /** When the other user's block ends. */
  blockedUntil: string | null | undefined
  /** The end of the block being sent, as in its `BlockChange`. */
  until: BlockChange['until']
  onReplace: () => Promise<unknown>
}

/** Asks before replacing another user's block that had not been shown. */
export function useReplacedBlock({ refusal, blockedUntil, until, onReplace }: Replaced) {
  const [declined, setDeclined] = useState<CallError | null>(null)
  /** The confirmed text, while the change is being sent. */
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const text = confirmed ?? (refusal && blockedMeanwhileText(blockedUntil, refusal))
  const replace = async () => {
    setConfirmed(text)
    await onReplace()
    setConfirmed(null)
  }
  const isAsked = text !== null && (confirmed !== null || declined !== refusal)
  return {
    /** Describes the existing block; null if nothing would be replaced. */
    text,
    question: isAsked && (
      <ConfirmDialog
        title="Replace this block?"
        confirmLabel="Replace block"
        destructive
        onConfirm={replace}
        onClose={() => setDeclined(refusal)}
      >
        <Typography>{text}</Typography>
        <Typography sx={{ mt: 1 }}>{endText(until)}</Typography>
      </ConfirmDialog>
    ),
    /** Asks again after the user has declined. */
    ask: () => setDeclined(null),
  }
}

function endText(until: BlockChange['until']): string {
  if (until === undefined) return 'Its end stays; your reason is added.'
  return until === null ? 'Your block has no end.' : `Your block would end on ${timeText(until)}.`
}
