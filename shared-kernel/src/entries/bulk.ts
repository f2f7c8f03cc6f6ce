/** One change made to many rows: the bar of a selection, and the dialog that previews, makes and accounts for it. */
export { BulkDialog } from '../ui/bulk/BulkDialog'
export { SelectionBar } from '../ui/bulk/SelectionBar'
export type { BulkCalls } from '../client/bulkCalls'
