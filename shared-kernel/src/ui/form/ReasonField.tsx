import { useState, type RefObject } from 'react'
import TextField from '@mui/material/TextField'
import { useFeature } from '../../client/features'
import { needsReason } from '../../client/undoQuestion'
import { MAX_REASON_LENGTH } from '../../contracts/inputRules'
import { readInteger } from '../../contracts/wireReaders'
import { formatUsd } from '../../domain/money'

/** The reason for a change, while it is being typed. */
export interface Reason {
  text: string
  /** Shown below the field. */
  problem: string | null
  set: (text: string, problem?: string | null) => void
  /** Whether the server accepts reasons. */
  isOffered: boolean
  /** A credit change of more than this needs a reason; null if none does. */
  requiredAboveCents: number | null
  /**
   * The fields to add to the body of the change; empty without a reason, because other servers may not know
   * the field.
   */
  body: { reason?: string }
}

/** Reasons are offered if the server's `features` include `reason`. */
export function useReason(): Reason {
  const feature = useFeature('reason')
  const [{ text, problem }, setState] = useState<Pick<Reason, 'text' | 'problem'>>({
    text: '',
    problem: null,
  })
  return {
    text,
    problem,
    set: (next, wrong = null) => setState({ text: next, problem: wrong }),
    isOffered: feature !== undefined,
    requiredAboveCents: readInteger(feature?.['requiredAboveCents']) ?? null,
    body: feature !== undefined && text.trim() !== '' ? { reason: text.trim() } : {},
  }
}

/** Why a credit change cannot be sent with this reason, or null. @param cents the difference, up or down */
export const reasonProblem = ({ body, requiredAboveCents }: Reason, cents: number): string | null =>
  body.reason === undefined && needsReason(cents, requiredAboveCents)
    ? `A change by more than ${formatUsd(requiredAboveCents)} needs a reason`
    : null

interface Props {
  reason: Reason
  inputRef?: RefObject<HTMLInputElement | null>
  /** The amount of a credit change, up or down. */
  cents?: number
  help?: string
}

/** A field for the reason for a change; renders nothing if the server accepts no reasons. */
export function ReasonField({ reason, inputRef, cents = 0, help = 'Optional' }: Props) {
  const { text, problem, set, isOffered, requiredAboveCents } = reason
  const needed = needsReason(cents, requiredAboveCents)
    ? `Required above ${formatUsd(requiredAboveCents)}`
    : help
  if (!isOffered) return null
  return (
    <TextField
      label="Reason"
      value={text}
      onChange={({ target }) => set(target.value)}
      fullWidth
      autoComplete="off"
      inputRef={inputRef}
      error={problem !== null}
      helperText={problem ?? needed}
      slotProps={{
        htmlInput: { maxLength: MAX_REASON_LENGTH },
        formHelperText: { role: problem ? 'alert' : undefined },
      }}
    />
  )
}
