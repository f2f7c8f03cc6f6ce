/** Bulk changes: the selection bar, and the dialog with preview, progress and results. */
export { BulkDialog } from '../ui/bulk/BulkDialog'
export { SelectionActions } from '../ui/bulk/SelectionActions'
export { changeColumn, previewSummary } from '../ui/bulk/preview'
export { useReadBefore } from '../ui/bulk/useReadBefore'
export { formDifferences } from '../domain/formMerge'
export type { BulkCalls } from '../client/bulkCalls'
