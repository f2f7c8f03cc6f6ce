import { useState } from 'react'
import Button from '@mui/material/Button'
import { SelectionBar } from '@console/shared-kernel/bulk'
import { lazyWithRetry } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import type { useSelection } from '@console/shared-kernel/table'

const BulkBlockDialog = lazyWithRetry(async () => (await import('./BulkBlockDialog')).BulkBlockDialog)

interface Props {
  selection: ReturnType<typeof useSelection<User>>
  shown: readonly User[]
}

/** How many users are selected, and what can be done with them. */
export function UserSelection({ selection, shown }: Props) {
  const [dialog, setDialog] = useState<'block' | 'unblock' | null>(null)
  const { selected } = selection
  const none = selected.length === 0
  const close = (done: readonly (string | number)[] = []) => {
    setDialog(null)
    selection.drop(done)
  }
  return (
    <>
      <SelectionBar
        noun="user"
        count={selected.length}
        found={shown.length}
        onSelectAll={() => selection.add(shown)}
        onClear={selection.clear}
        onLeave={selection.stop}
      >
        <Button size="small" variant="outlined" disabled={none} onClick={() => setDialog('block')}>
          Block...
        </Button>
        <Button size="small" variant="outlined" disabled={none} onClick={() => setDialog('unblock')}>
          Unblock...
        </Button>
      </SelectionBar>
      {dialog && <BulkBlockDialog users={selected} blocked={dialog === 'block'} onClose={close} />}
    </>
  )
}
