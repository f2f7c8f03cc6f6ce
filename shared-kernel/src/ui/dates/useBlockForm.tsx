import { useState } from 'react'
import Stack from '@mui/material/Stack'
import { useFeature } from '../../client/features'
import { ReasonField, useReason } from '../form/ReasonField'
import { type BlockEnd, BlockEndField, endOfBlock, NO_END } from './BlockEndField'

/**
 * End and reason of a block, for servers that have them.
 * @param isBlock false for an unblock, which has no end
 */
export function useBlockForm(isBlock = true, first: BlockEnd['choice'] = NO_END.choice) {
  const hasEnds = useFeature('blockEnd') !== undefined && isBlock
  const reason = useReason()
  const [end, setEnd] = useState<BlockEnd>({ ...NO_END, choice: first })
  const until = endOfBlock(end)
  return {
    /** Null where the server has neither. */
    fields:
      hasEnds || reason.isOffered ? (
        <Stack sx={{ gap: 1 }}>
          {hasEnds && <BlockEndField end={end} onChange={setEnd} />}
          <ReasonField reason={reason} />
        </Stack>
      ) : null,
    isValid: until !== undefined,
    changed: end.choice !== first || reason.text !== '',
    /** Added to the body of the change; no `until` for no end. */
    body: { ...(until && { until: until.toISOString() }), ...reason.body },
  }
}
