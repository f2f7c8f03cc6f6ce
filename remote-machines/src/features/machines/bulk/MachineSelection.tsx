import { useState } from 'react'
import Button from '@mui/material/Button'
import { SelectionBar } from '@console/shared-kernel/bulk'
import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import type { useSelection } from '@console/shared-kernel/table'

const BulkCreditDialog = lazyWithRetry(async () => (await import('./BulkCreditDialog')).BulkCreditDialog)
const BulkBlockDialog = lazyWithRetry(async () => (await import('./BulkBlockDialog')).BulkBlockDialog)

interface Props {
  selection: ReturnType<typeof useSelection<Machine>>
  shown: readonly Machine[]
}

/** How many machines are selected, and what can be done with them. */
export function MachineSelection({ selection, shown }: Props) {
  const [dialog, setDialog] = useState<'credit' | 'block' | 'unblock' | null>(null)
  const { selected } = selection
  const none = selected.length === 0
  const close = (done: readonly (string | number)[] = []) => {
    setDialog(null)
    selection.drop(done)
  }
  return (
    <>
      <SelectionBar
        noun="machine"
        count={selected.length}
        found={shown.length}
        onSelectAll={() => selection.add(shown)}
        onClear={selection.clear}
        onLeave={selection.stop}
      >
        <Button size="small" variant="contained" disabled={none} onClick={() => setDialog('credit')}>
          Credit...
        </Button>
        <Button size="small" variant="outlined" disabled={none} onClick={() => setDialog('block')}>
          Block...
        </Button>
        <Button size="small" variant="outlined" disabled={none} onClick={() => setDialog('unblock')}>
          Unblock...
        </Button>
      </SelectionBar>
      {dialog === 'credit' && <BulkCreditDialog machines={selected} onClose={close} />}
      {(dialog === 'block' || dialog === 'unblock') && (
        <BulkBlockDialog machines={selected} blocked={dialog === 'block'} onClose={close} />
      )}
    </>
  )
}
