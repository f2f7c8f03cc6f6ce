/** One change made to many rows: the bar of a selection, and the dialog that previews, makes and accounts for it. */
export { BulkDialog } from '../ui/bulk/BulkDialog'
export { SelectionActions } from '../ui/bulk/SelectionActions'
export { changeColumn, previewSummary } from '../ui/bulk/preview'
export { useReadBefore } from '../ui/bulk/useReadBefore'
export { formDifferences } from '../domain/formMerge'
export type { BulkCalls } from '../client/bulkCalls'
