import { AddressDialog } from '../../client/navigationGuard'
import { useOpened } from '../../client/opened'
import { lazyWithRetry } from '../lazyWithRetry'
import type { Export } from './useExport'

const Dialog = lazyWithRetry(async () => (await import('./ExportDialog')).ExportDialog)

/** Asks for the file format if the address has `do=export`. */
export function AddressedExport({ file }: { file: Export }) {
  const { kind, action } = useOpened()
  if (kind !== null || action !== 'export') return null
  return (
    <AddressDialog>
      <Dialog file={file} />
    </AddressDialog>
  )
}
