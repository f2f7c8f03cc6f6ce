import { useState } from 'react'
import Box from '@mui/material/Box'
import { showToast } from '@console/shared-kernel/core'
import { useResolvedScreens, useComposition } from '../createComposition'
import { FailurePanel } from './FailurePanel'

interface Props {
  path: string
  /** Reads the environment again; rejects if that fails. */
  onReadAgain: () => Promise<void>
}

/** For an unknown address that may belong to a remote with an invalid record. */
export function UnavailableRemotesPage({ path, onReadAgain }: Props) {
  const { crashGuard } = useComposition()
  const { faults } = useResolvedScreens()
  const [busy, setBusy] = useState(false)

  const readAgain = async () => {
    setBusy(true)
    try {
      await onReadAgain()
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error')
    }
    setBusy(false)
  }

  return (
    <Box>
      {faults.map(({ remote, reason, disabledBuilds }) => (
        <FailurePanel
          key={remote}
          title={path}
          source={`Remoto "${remote}" desactivado`}
          reason={reason}
          onRetry={() => (disabledBuilds ? disabledBuilds.forEach(crashGuard.enable) : void readAgain())}
          busy={busy}
        />
      ))}
    </Box>
  )
}
