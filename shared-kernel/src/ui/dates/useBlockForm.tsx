import { useState } from 'react'
import Stack from '@mui/material/Stack'
import { useFeature } from '../../client/features'
import { ReasonField, useReason } from '../form/ReasonField'
import { type BlockEnd, BlockEndField, endOfBlock, NO_END } from './BlockEndField'

/**
 * The end and the reason of a block, for servers that support them.
 * @param isBlock false for an unblock, which has no end
 */
export function useBlockForm(isBlock = true, first: BlockEnd['choice'] = NO_END.choice) {
  const hasEnds = useFeature('blockEnd') !== undefined && isBlock
  const reason = useReason()
  const [end, setEnd] = useState<BlockEnd>({ ...NO_END, choice: first })
  const until = endOfBlock(end)
  return {
    /** Null if the server supports neither. */
    fields:
      hasEnds || reason.isOffered ? (
        <Stack sx={{ gap: 1 }}>
          {hasEnds && <BlockEndField end={end} onChange={setEnd} />}
          <ReasonField reason={reason} />
        </Stack>
      ) : null,
    isValid: until !== undefined,
    changed: end.choice !== first || reason.text !== '',
    /** The part that is added to the body of the change; no `until` for no end. */
    body: { ...(until && { until: until.toISOString() }), ...reason.body },
  }
}
