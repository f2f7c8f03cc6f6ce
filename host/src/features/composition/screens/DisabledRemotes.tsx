import { useState } from 'react'
import Box from '@mui/material/Box'
import { showToast } from '@console/shared-kernel/core'
import { recompose, useComposition } from '../composition'
import { readmit } from '../vigil/vigil'
import { FailurePanel } from './FailurePanel'

/**
 * Stands where an unknown address might belong to a remote whose record is wrong: which remote, which
 * field, and a way to read the environment again.
 */
export function DisabledRemotes({ path }: { path: string }) {
  const { faults } = useComposition()
  const [busy, setBusy] = useState(false)

  const readAgain = async () => {
    setBusy(true)
    try {
      await recompose()
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error')
    }
    setBusy(false)
  }

  return (
    <Box>
      {faults.map(({ remote, reason, readmits }) => (
        <FailurePanel
          key={remote}
          title={path}
          source={`Remoto "${remote}" desactivado`}
          reason={reason}
          onRetry={() => (readmits ? readmits.forEach(readmit) : void readAgain())}
          busy={busy}
        />
      ))}
    </Box>
  )
}
