import { useState } from 'react'
import Stack from '@mui/material/Stack'
import { currentConnection } from '../../client/connect'
import { useFeature } from '../../client/features'
import type { BlockChange } from '../../domain/blockConflict'
import { nowIn } from '../../domain/instants'
import { ReasonField, useReason } from '../form/ReasonField'
import { type BlockEnd, BlockEndField, endOfBlock, NO_END } from './BlockEndField'

const endAt = (instant: string): BlockEnd => ({
  choice: 'at',
  ...nowIn(currentConnection().timeZone, new Date(instant)),
})

interface BlockFormOptions {
  /** False for an unblock, which has no end. */
  isBlock: boolean
  /** The initial choice; by default no end. */
  first?: BlockEnd['choice']
  /** The end of the block being changed, in ISO 8601; null if it has none, undefined for a new block. */
  current?: string | null | undefined
}

/** The end of a block and the reason for it, if the server supports them. */
export function useBlockForm({ isBlock, first = NO_END.choice, current }: BlockFormOptions) {
  const hasEnds = useFeature('blockEnd') !== undefined && isBlock
  const reason = useReason()
  const [start] = useState(() => (current ? endAt(current) : { ...NO_END, choice: first }))
  const [end, setEnd] = useState(start)
  const until = endOfBlock(end)
  const isSameEnd = end.choice === start.choice && end.day === start.day && end.time === start.time
  const bodyOfEnd = (): BlockChange => {
    if (current === undefined) return until ? { until: until.toISOString() } : {}
    return isSameEnd ? {} : { until: until?.toISOString() ?? null }
  }
  return {
    /** Null if the server supports neither. */
    fields:
      hasEnds || reason.isOffered ? (
        <Stack sx={{ gap: 1 }}>
          {hasEnds && <BlockEndField end={end} onChange={setEnd} />}
          <ReasonField reason={reason} />
        </Stack>
      ) : null,
    isValid: until !== undefined || (current !== undefined && isSameEnd),
    changed: !isSameEnd || reason.text !== '',
    /** The fields to add to the body of the change, without `until` if there is no end or it stays. */
    body: { ...bodyOfEnd(), ...reason.body } as BlockChange,
  }
}
