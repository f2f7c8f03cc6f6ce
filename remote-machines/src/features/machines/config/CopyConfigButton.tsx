import { useState } from 'react'
import Button from '@mui/material/Button'
import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Machine, MachineConfig } from '@console/shared-kernel/contracts'

const CopyConfigDialog = lazyWithRetry(async () => (await import('./CopyConfigDialog')).CopyConfigDialog)

interface Props {
  /** What the configuration is copied to, in the title: a machine's name or '3 machines'. */
  to: string
  /** The id of a machine not to offer. */
  exceptId?: string
  onCopy: (config: MachineConfig, from: Machine) => void
}

/** Fills the form with the configuration of another machine. */
export function CopyConfigButton({ to, exceptId, onCopy }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} sx={{ flexShrink: 0, mx: -1 }}>
        Copy from machine...
      </Button>
      {isOpen && (
        <CopyConfigDialog
          to={to}
          {...(exceptId !== undefined && { exceptId })}
          onCopy={(config, from) => {
            onCopy(config, from)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
